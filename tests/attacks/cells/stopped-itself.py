# Stops itself as with Ctrl-Z, so that it neither runs nor ends.
# expects: status=timed out, points=4
# beside: more-time
# slow: it waits until it is interrupted, and then until it is ended
# %%
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
