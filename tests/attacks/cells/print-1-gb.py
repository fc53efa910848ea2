# Prints a billion characters.
# expects: status=ran, points=4
# beside: files
# %%
line = "x" * 999_999
for i in range(1000):
    print(line)
