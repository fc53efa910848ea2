# Leaves processes that are nobody's children, take no notice of signals, and would live for hours.
# expects: status=ran, points=4
# beside: left-behind
# %%
import os
import signal
import time

for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(1, 65):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            os.chdir("/")
            while True:
                time.sleep(3600)
        os._exit(0)
    os.wait()
