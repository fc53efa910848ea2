# Kills every process that it can.
# expects: status=kernel died, points=4
# beside: more-deaths
# slow: each end costs a kernel
# %%
import os
import signal

for pid in range(1, 40):
    try:
        if pid != os.getpid():
            os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
try:
    os.kill(-1, signal.SIGKILL)
finally:
    os.kill(os.getpid(), signal.SIGKILL)
