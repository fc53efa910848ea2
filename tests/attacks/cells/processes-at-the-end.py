# Starts processes when Python ends, and from every other place that runs at some end.
# expects: status=ran, points=4
# beside: left-behind
# %%
import atexit
import os
import threading
import time
import weakref


def stay():
    if os.fork() == 0:
        os.setsid()
        while True:
            time.sleep(3600)


class Last:
    pass


last = Last()
atexit.register(stay)
weakref.finalize(last, stay)
threading._register_atexit(stay)
