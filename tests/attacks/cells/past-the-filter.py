# Asks for what works past a filter or stops the system's kernel: io_uring, userfaultfd, x32, int 80.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes
import platform

libc = ctypes.CDLL(None, use_errno=True)
parameters = ctypes.create_string_buffer(256)
numbers = [CALL_io_uring_setup, CALL_userfaultfd, CALL_io_uring_enter, 470, 520]
if platform.machine() == "x86_64":
    numbers += [0x40000000 + 39, 0x40000000 + 101]  # getpid and ptrace of x32
for number in numbers:
    if libc.syscall(number, 8, parameters, 0, 0, 0, 0) >= 0:
        print("BREACH: call", number)
if platform.machine() == "x86_64":
    import mmap

    # add_key in the numbers of a 32-bit machine, which a careless filter takes for another
    code = bytes.fromhex("53b81e010000cd805bc3")
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() not in (-38, -1, -14):
        print("BREACH: a call in the numbers of another machine")
