# Starts processes without end.
# expects: status=timed out, points=4
# beside: time
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
