# Starts programs with a library of its own in the place of the system's.
# expects: status=ran, points=4
# beside: left-behind
# %%
import os
import subprocess
import sys
from pathlib import Path

Path("evil.so").write_bytes(b"\x7fELF")
environment = dict(os.environ, LD_PRELOAD="/student/work/evil.so")
ran = subprocess.run(
    [sys.executable, "-c", "import os; print(os.getuid(), os.path.exists('/etc/shadow'))"],
    env=environment, capture_output=True, text=True,
)
if ran.stdout.strip() not in ("1000 False", ""):
    print("BREACH:", ran.stdout)
