# Looks everywhere for hidden cases, tests, notebooks and the grader's own files.
# expects: status=ran, points=4
# beside: files
# %%
import os

import labkit

lab = os.path.dirname(os.path.dirname(labkit.__file__))
tree = os.walk(lab)
for folder, folders, names in tree:
    folders[:] = [name for name in folders if name not in ("site-packages", "proc")]
    for name in names:
        if name == "hidden.py" or name.endswith((".ipynb", ".db", ".jsonl")) or "/tests/attacks" in folder:
            print("BREACH: sees", folder, name)
for name in ("/home", "/root/.ssh", "/var", "/etc/shadow", "/etc/hosts", "/sys", "/boot", "/srv", "/opt"):
    try:
        print("BREACH: sees", name, os.listdir(name) if os.path.isdir(name) else open(name).read())
    except OSError:
        pass
