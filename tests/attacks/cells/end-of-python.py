# Ends Python at once.
# expects: status=kernel died, points=4
# beside: deaths
# %%
import os

os._exit(0)
