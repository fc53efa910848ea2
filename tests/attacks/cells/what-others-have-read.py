# Finds out, and leaves behind, what is in the page cache: a way to tell a later run.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes
import fcntl
import mmap
import os

import numpy

libc = ctypes.CDLL(None, use_errno=True)
file = os.open(numpy.__file__, os.O_RDONLY)
page = mmap.mmap(file, 4096, prot=mmap.PROT_READ, flags=mmap.MAP_PRIVATE)
told = ctypes.create_string_buffer(64)
span = (ctypes.c_uint64 * 2)(0, 4096)
for number, *arguments in (
    (CALL_mincore, 0, 4096, told),
    (CALL_cachestat, file, span, told, 0),
    (CALL_fadvise64, file, 0, 0, 4),
    (CALL_readahead, file, 0, 4096),
):
    if libc.syscall(number, *arguments) >= 0:
        print("BREACH: the page cache, by call", number)
for call in (
    lambda: os.preadv(file, [bytearray(10)], 0, os.RWF_NOWAIT),
    lambda: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB),
    lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK),
):
    try:
        call()
        print("BREACH: leaves or reads a sign on a file that all can see")
    except OSError:
        pass
