# Takes over the kernel's way of running code, and never answers again.
# expects: status=timed out, points=4
# beside: time
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
