# Wants 50 GB of memory.
# expects: status=too much memory, points=4
# beside: memory
# %%
hoard = bytearray(50 * 10**9)
print("BREACH: 50 GB of memory")
