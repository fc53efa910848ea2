# Prints without end after its cell has ended, and changes what that has shown.
# expects: status=ran, points=4
# beside: left-behind
# %%
import sys
import threading
import time

from IPython.display import HTML, display, update_display

handle = display(HTML("first"), display_id="mine")


def late():
    time.sleep(1)
    while True:
        print("late")
        update_display(HTML("BREACH: changed after the end of its cell"), display_id="mine")
        time.sleep(0.2)


threading.Thread(target=late, daemon=True).start()
# %%
