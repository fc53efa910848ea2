"""Tests that need root, which alone makes Unix users: skipped without it, or a failure."""

import ctypes
import fcntl
import os
import shutil
import socket
import struct
from contextlib import contextmanager

import pytest

is_root = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("useradd") is not None
if os.environ.get("LABKIT_REQUIRE_ROOT") and not is_root:
    raise RuntimeError(
        "These tests make Unix users, LABKIT_REQUIRE_ROOT is set, and this is not root, or there "
        "is no useradd (on Debian: apt install passwd)."
    )
# Of linux/sched.h, linux/sockios.h and linux/if.h.
CLONE_NEWNET, SIOCSIFFLAGS, IFF_UP = 0x40000000, 0x8914, 1
needs_root = pytest.mark.skipif(not is_root, reason="only root makes Unix users, by useradd")


@contextmanager
def own_network():
    """Let this thread and what it starts have a network of their own, so that tests beside it keep their ports."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net") as outside:
        assert libc.unshare(CLONE_NEWNET) == 0, os.strerror(ctypes.get_errno())
        try:
            with socket.socket(type=socket.SOCK_DGRAM) as any_socket:
                fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
            yield
        finally:
            libc.setns(outside.fileno(), CLONE_NEWNET)
