# Looks for other processes, for more rights, and for a way out of its own root.
# expects: status=ran, points=4
# beside: files
# %%
import ctypes
import os
import signal
import subprocess

CLONE_NEWUSER = 0x10000000
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(CLONE_NEWUSER) == 0:
    print("BREACH: a user namespace of its own")
if libc.mount(b"none", b"/student", b"tmpfs", 0, None) == 0:
    print("BREACH: mounted a file system")
for call in (lambda: os.setuid(0), lambda: os.chroot("/proc/1/root"), lambda: os.nice(-5)):
    try:
        call()
        print("BREACH: more rights")
    except OSError:
        pass
if os.getuid() == 0:
    print("BREACH: is root")
commands = subprocess.run("cat /proc/*/cmdline", shell=True, capture_output=True).stdout
if b"pytest" in commands:
    print("BREACH: sees the grader")
try:
    os.kill(os.getppid(), signal.SIGKILL)
except OSError:
    pass
