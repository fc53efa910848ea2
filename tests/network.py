"""A network of a test's own, so that tests beside it keep their ports; only root makes one."""

import ctypes
import fcntl
import socket
import struct
from contextlib import contextmanager

# Of linux/sched.h, linux/sockios.h and linux/if.h.
CLONE_NEWNET, SIOCSIFFLAGS, IFF_UP = 0x40000000, 0x8914, 1


@contextmanager
def own_network():
    """Let this thread and what it starts have a network of their own: this machine alone."""
    libc = ctypes.CDLL(None)
    with open("/proc/thread-self/ns/net") as outside:
        if libc.unshare(CLONE_NEWNET):  # as in some containers: with the ports of all, then
            yield
            return
        try:
            with socket.socket(type=socket.SOCK_DGRAM) as any_socket:
                fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
            yield
        finally:
            libc.setns(outside.fileno(), CLONE_NEWNET)
