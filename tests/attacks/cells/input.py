# Waits for somebody to type.
# expects: status=ran, points=4
# beside: answers
# %%
name = input("Your name? ")
