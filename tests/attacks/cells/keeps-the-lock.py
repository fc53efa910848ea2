# Keeps Python's lock in code that is not Python's, so that no thread of the kernel can run.
# expects: status=timed out, points=4
# beside: more-time
# slow: it waits until it is interrupted, and then until it is ended
# %%
import ctypes

ctypes.PyDLL(None).sleep(3600)
