# Ends Python at once.
# expects: status=kernel died, points=4
# slow: each end costs a kernel
# beside: deaths
# %%
import os

os._exit(0)
