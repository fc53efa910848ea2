# Leaves a hundred processes that ended and were not taken leave of.
# expects: status=ran, points=4
# beside: left-behind
# %%
import os

orphans = 0
for _ in range(100):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        try:
            if os.fork() == 0:
                os._exit(0)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    orphans += 1
if orphans < 100:
    print("BREACH: orphans stay as zombies, and nothing can be started any more", orphans)
