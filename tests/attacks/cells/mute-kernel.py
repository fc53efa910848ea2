# Takes over the kernel's way of running code, and never answers again.
# expects: status=timed out, points=4
# beside: more-time
# slow: it waits until it is interrupted, and then until it is ended
# %%
import time

shell = get_ipython()


def stall(*arguments, **options):
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass


shell.run_cell = shell.run_cell_async = shell.user_expressions = stall
