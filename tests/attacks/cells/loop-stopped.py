# Stops what the kernel listens by, so that it is there and answers no more.
# expects: status=kernel died, points=4
# beside: more-deaths
# slow: each end costs a kernel
# %%
get_ipython().kernel.io_loop.add_callback(get_ipython().kernel.io_loop.stop)
