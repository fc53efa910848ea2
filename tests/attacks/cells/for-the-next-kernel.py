# Leaves code for the kernel that comes after it: start files, modules, variables, and then dies.
# expects: status=kernel died, points=4
# beside: more-deaths
# slow: each end costs a kernel
# %%
import os
import site
import sys
from pathlib import Path

if os.path.exists("/tmp/left") or os.environ.get("LEFT") or "left" in sys.modules:
    print("BREACH: another kernel left something")
code = "open('/tmp/left', 'w'); import labkit.checks.in_kernel as k; k.hand_over = None"
for name in (
    "/student/.ipython/profile_default/startup/00.py",
    "/student/.ipython/profile_default/ipython_config.py",
    "/student/.jupyter/ipython_kernel_config.py",
    f"{site.getusersitepackages()}/sitecustomize.py",
    f"{site.getusersitepackages()}/evil.pth",
    "/student/work/sitecustomize.py",
    "/student/work/ipykernel_launcher.py",
    "/student/.bashrc",
):
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(code)
os.environ.update(LEFT="1", LD_PRELOAD="/student/work/evil.so", PYTHONPATH="/student/work",
                  PYTHONSTARTUP="/student/work/sitecustomize.py", BASH_ENV="/student/.bashrc")
os.kill(os.getpid(), 11)
