# Takes memory that belongs to no process: System V's, without a name, in message queues, pinned.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
for number, *arguments in (
    (CALL_shmget, 0, 10**9, 0o1600),
    (CALL_msgget, 0, 0o1600),
    (CALL_semget, 0, 30_000, 0o1600),
    (CALL_memfd_create, b"hoard", 0),
    (CALL_memfd_secret, 0),
    (CALL_mq_open, b"hoard", 0o102, 0o600, 0),
):
    if libc.syscall(number, *arguments) >= 0:
        print("BREACH: memory of no process by call", number)
