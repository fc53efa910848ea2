# Copies the kernel while it is asked, so that two answer, and one of them goes on in its name.
# expects: status=ran, points=4
# slow: starts a kernel of its own
# %%
import os


def target(numbers):
    os.fork()
    return 6
