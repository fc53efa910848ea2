# Tells the student the inputs of hidden cases: by errors, by kinds, by late and early outputs.
# expects: status=ran, points=4
# beside: answers
# %%
import atexit
import threading
import time

from IPython.display import HTML, display

seen = []
shown = display(HTML("nothing yet"), display_id="seen")
parent = get_ipython().kernel.get_parent()


def target(numbers):
    seen.append(numbers)
    print("INPUTS", seen)
    shown.update(HTML(f"INPUTS {seen}"))
    raise type(f"INPUTS{numbers}", (Exception,), {})(f"INPUTS {seen}")


def tell():
    while True:
        time.sleep(0.05)
        get_ipython().kernel.set_parent([], parent)
        if seen:
            print("INPUTS", seen)


threading.Thread(target=tell, daemon=True).start()
atexit.register(lambda: print("INPUTS", seen))
