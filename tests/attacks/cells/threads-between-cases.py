# A thread changes the answer, its code and its inputs all the time, also between two cases.
# expects: status=ran, points=4
# slow: starts a kernel of its own
# beside: between
# %%
import sys
import threading
import time


def target(numbers):
    return 6


def change():
    codes = [(lambda numbers, n=n: n).__code__ for n in (0, 6, 78, 802.5)]
    end = time.time() + 20
    while time.time() < end:
        for code in codes:
            target.__defaults__ = (len(codes),)
            target.__code__ = code
        time.sleep(0.001)


threading.Thread(target=change, daemon=True).start()
