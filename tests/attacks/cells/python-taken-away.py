# Takes away what Python itself needs: open and __import__, its modules, its output, all depth, open files.
# expects: status=ran, points=4
# %%
import builtins
import sys

del builtins.open, builtins.__import__
builtins.list = builtins.str = None
sys.stdout = sys.stderr = None
# %%
import sys

sys.modules.clear()
# %%
import sys

sys.setrecursionlimit(30)
# %%
import os

kept = []
try:
    while True:
        kept.append(open(os.devnull))
except OSError:
    pass
