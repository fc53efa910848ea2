# Reads and changes other processes: ptrace, their memory, their descriptors, the first one's.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
for number, *arguments in (
    (CALL_ptrace, 16, 1, 0, 0),
    (CALL_ptrace, 0, 0, 0, 0),
    (CALL_process_vm_readv, 1, 0, 0, 0, 0, 0),
    (CALL_process_vm_writev, os.getpid(), 0, 0, 0, 0, 0),
    (CALL_kcmp, 1, os.getpid(), 1, 0, 0),
    (CALL_pidfd_getfd, 3, 3, 0),
):
    if libc.syscall(number, *arguments) >= 0:
        print("BREACH: call", number)
for name in ("mem", "environ", "maps", "fd", "fdinfo", "cwd", "root/", "oom_score_adj"):
    path = f"/proc/1/{name}"
    try:
        print("BREACH: looked into", path, os.listdir(path))
    except OSError:
        pass
    for mode in ("rb", "wb"):
        if (name, mode) == ("oom_score_adj", "rb"):
            continue  # all may read it
        try:
            with open(path, mode):
                print("BREACH: opened", path)
        except OSError:
            pass
for each in (signal.SIGKILL, signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
    os.kill(1, each)  # the first process takes no notice
