# Runs programs that have more rights than their user, gives such rights to its own, and dumps core.
# expects: status=ran, points=4
# beside: system
# %%
import os
import shutil
import subprocess
import sys
from pathlib import Path

own = shutil.copy("/usr/bin/id", "/tmp/own-id")
for mode in (0o4755, 0o2755):
    os.chmod(own, mode)
programs = [[own], ["/usr/bin/su", "-c", "id"], ["/usr/bin/sudo", "-n", "id"], ["/usr/bin/mount", "-a"],
            ["/usr/bin/newgrp", "root"], ["/usr/bin/bwrap", "--dev-bind", "/", "/", "id"]]
for words in programs:
    try:
        ran = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, timeout=5)
        if b"uid=0" in ran.stdout or b"gid=0(" in ran.stdout or words[0].endswith("bwrap") and b"uid" in ran.stdout:
            print("BREACH: more rights by", words)
    except (OSError, subprocess.SubprocessError):
        pass
crash = subprocess.run([sys.executable, "-c", "import os; os.abort()"], capture_output=True)
if crash.returncode == 0 or list(Path().glob("*core*")):
    print("BREACH: dumped core")
