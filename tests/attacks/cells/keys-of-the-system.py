# Keeps data for the next student in the system's keyrings, and reads what is kept there.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
session, user, own = -3, -4, -1
for ring in (session, user, own):
    if libc.syscall(CALL_add_key, b"user", b"labkit", b"hidden inputs", 13, ring) >= 0:
        print("BREACH: kept a key in", ring)
    for command in (0, 1, 5, 6, 11):  # get, join, describe, clear, read
        if libc.syscall(CALL_keyctl, command, 0, 0, 0, 0) >= 0:
            print("BREACH: keyctl", command)
if libc.syscall(CALL_request_key, b"user", b"labkit", None, session) >= 0:
    print("BREACH: found a key")
for name in ("keys", "key-users"):
    try:
        if open(f"/proc/{name}").read():
            print("BREACH: lists", name)
    except OSError:
        pass
