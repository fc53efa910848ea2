# Shows a picture of 100 MB, past labkit's shortening of what is printed.
# expects: status=too much output, points=4
# slow: it sends until it has sent too much
# beside: outputs
# %%
from IPython.display import display

display({"image/png": "z" * 100_000_000}, raw=True)
