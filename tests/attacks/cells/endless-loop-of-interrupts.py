# A loop that never ends and takes no notice of being interrupted.
# expects: status=timed out, points=4
# beside: time
# %%
import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal = lambda *arguments: None
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
