# Starts processes without end.
# expects: status=timed out, points=4
# beside: more-time
# slow: it waits until it is interrupted, and then until it is ended
# %%
import os

children = 0
while True:
    try:
        if os.fork() == 0:
            while True:
                try:
                    os.fork()
                except OSError:
                    pass
        children += 1
    except OSError:
        pass
    if children > 1000:
        print("BREACH: a thousand processes")
        break
