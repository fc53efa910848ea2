# An answer that never comes, and takes no notice of being interrupted.
# expects: status=timed out, points=4
# beside: time
# %%
def target(numbers):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
