# Makes name spaces, mounts, roots and another kind of process, by every call that does.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
flags = (0x10000000, 0x20000000, 0x40000000, 0x08000000, 0x04000000, 0x02000000, 0x00020000)
for flag in flags:
    for wide in (flag, flag | 17):
        if libc.syscall(CALL_unshare, wide) == 0:
            print("BREACH: unshared", hex(flag))
        child = libc.syscall(CALL_clone, wide | 17, 0, 0, 0, 0)
        if child == 0:
            libc._exit(0)
        if child > 0:
            print("BREACH: a child in a name space of its own", hex(flag))
arguments = (ctypes.c_uint64 * 11)(flags[0], 0, 0, 0, 17)
child = libc.syscall(CALL_clone3, arguments, 88)
if child == 0:
    libc._exit(0)
if child > 0:
    print("BREACH: clone3")
for number, *rest in (
    (CALL_mount, b"none", b"/student", b"tmpfs", 0, 0),
    (CALL_umount2, b"/student", 2),
    (CALL_pivot_root, b"/student", b"/student"),
    (CALL_chroot, b"/student"),
    (CALL_open_tree, -100, b"/", 1),
    (CALL_fsopen, b"tmpfs", 0),
    (CALL_setns, 0, 0),
    (CALL_personality, 0x0040000),
    (CALL_name_to_handle_at, -100, b"/usr", 0, 0, 0),
):
    if libc.syscall(number, *rest) >= 0:
        print("BREACH: call", number)
