# A loop that never ends.
# expects: status=timed out, points=4
# beside: time
# %%
while True:
    pass
