# Threads that send messages without end, in later cells as well.
# expects: status=too much output, points=4
# beside: more-outputs
# slow: it sends until it has sent too much
# %%
import threading
import time

from IPython.display import display


def send():
    while True:
        display({"text/plain": "flood " * 2000}, raw=True)


for i in range(3):
    threading.Thread(target=send, daemon=True).start()
time.sleep(15)
