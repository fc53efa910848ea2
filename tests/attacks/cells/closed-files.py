# Closes all files that Python has open, those of its messages too.
# expects: status=kernel died, points=4
# beside: deaths
# slow: each end costs a kernel
# %%
import os

os.closerange(3, 256)
