# An answer that ends Python at once.
# expects: status=kernel died, points=4
# beside: deaths
# %%
def target(numbers):
    import os

    os._exit(0)
