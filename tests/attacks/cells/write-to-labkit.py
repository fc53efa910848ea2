# Changes labkit, the interpreter's packages, and the file of the checks, for those who come after.
# expects: status=ran, points=4
# beside: files
# %%
import sys
from pathlib import Path

import labkit
import numpy

for target_file in (labkit.__file__, numpy.__file__, sys.executable, "/usr/bin/env"):
    try:
        with open(target_file, "ab") as file:
            print("BREACH: can write to", target_file)
    except OSError:
        pass
Path("checks.py").write_text("QUESTIONS = []")
