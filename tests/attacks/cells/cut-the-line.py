# Closes what the kernel speaks through.
# expects: status=kernel died, points=4
# beside: more-deaths
# slow: each end costs a kernel
# %%
import os

for descriptor in range(3, 256):
    try:
        os.close(descriptor)
    except OSError:
        pass
