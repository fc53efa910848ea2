# Closes what its outputs go through, so that nobody hears when a cell has ended.
# expects: status=too much output, points=4
# slow: the end of each cell is waited for
# %%
get_ipython().kernel.iopub_thread.stop()
