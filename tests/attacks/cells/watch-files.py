# Watches the files that others open, and uses up what watches a user may have.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for number in (CALL_inotify_init1, CALL_fanotify_init, CALL_inotify_init):
    if libc.syscall(number, 0, 0) >= 0:
        print("BREACH: watches files")
