# Each of its processes takes less memory than is allowed, and all together take more.
# expects: status=too much memory, points=4
# beside: memory
# %%
import os
import time

for i in range(30):
    if os.fork() == 0:
        hoard = bytearray(b"x") * (150 * 10**6)
        time.sleep(60)
        os._exit(0)
time.sleep(60)
