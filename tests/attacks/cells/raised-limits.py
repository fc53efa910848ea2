# Raises its limits, its share of the processor, and its rank where memory runs out.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes
import os
import resource

for name in ("AS", "NPROC", "FSIZE", "NOFILE", "CORE", "CPU", "MEMLOCK", "RTPRIO", "NICE"):
    limit = getattr(resource, f"RLIMIT_{name}", None)
    soft, hard = resource.getrlimit(limit) if limit is not None else (0, -1)
    try:
        if hard != resource.RLIM_INFINITY:
            resource.setrlimit(limit, (hard + 1, hard + 1))
            print("BREACH: raised", name)
    except (OSError, ValueError):
        pass
for call in (
    lambda: os.nice(-1),
    lambda: os.setpriority(os.PRIO_PROCESS, 0, -10),
    lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)),
):
    try:
        call()
        print("BREACH: ranks higher")
    except OSError:
        pass
libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(CALL_ioprio_set, 1, 0, 1 << 13) == 0:
    print("BREACH: reads before others")
os.sched_setaffinity(0, os.sched_getaffinity(0))  # allowed, and of no use
try:
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("-1000")
        file.flush()
except OSError:
    pass
if int(open("/proc/self/oom_score_adj").read()) < 1000:
    print("BREACH: others are ended before it")
