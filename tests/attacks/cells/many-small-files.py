# Makes a hundred thousand empty files, which take memory though they have no content.
# expects: status=ran, points=4
# beside: files
# %%
import os

os.mkdir("/tmp/many")
try:
    for number in range(100_000):
        os.close(os.open(f"/tmp/many/{number}", os.O_CREAT))
except OSError:
    pass
