# Ends Python a moment after its cell, so that another cell is blamed for it.
# expects: status=kernel died, points=4
# beside: more-deaths
# slow: each end costs a kernel
# %%
import os
import threading

threading.Timer(0.15, os._exit, (1,)).start()
