# Starts as many processes as it may, which only sleep, so that nothing else can be started.
# expects: status=ran, points=4
# slow: it fills up what others would share a kernel with
# %%
import os
import time

try:
    while True:
        if os.fork() == 0:
            while True:
                time.sleep(3600)
except OSError:
    pass
