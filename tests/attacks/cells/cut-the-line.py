# Closes what the kernel speaks through.
# expects: status=kernel died, points=4
# beside: deaths
# %%
import os

for descriptor in range(3, 256):
    try:
        os.close(descriptor)
    except OSError:
        pass
