# An answer that is right in some cases, because it always says the same.
# expects: status=ran, points=4
# beside: answers
# %%
def target(numbers):
    return 0
