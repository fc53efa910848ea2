# Prints without end, past labkit's shortening of what is printed.
# expects: status=too much output, points=4
# beside: more-outputs
# slow: it sends until it has sent too much
# %%
import sys

while True:
    type(sys.stdout).write(sys.stdout, "y" * 100_000)
    sys.stdout.flush()
