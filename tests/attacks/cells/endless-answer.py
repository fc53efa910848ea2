# An answer that never comes, and takes no notice of being interrupted.
# expects: status=timed out, points=4
# beside: more-time
# slow: it waits until it is interrupted, and then until it is ended
# %%
def target(numbers):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
