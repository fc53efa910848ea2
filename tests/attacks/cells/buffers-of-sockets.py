# Fills the buffers of thousands of sockets, memory that no process and no file is said to have.
# expects: status=too much memory, points=4
# beside: more-memory
# slow: it takes 3 GB
# %%
import os
import socket
import time

for _ in range(50):
    if os.fork() == 0:
        kept = []
        try:
            while True:
                kept += socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        except OSError:
            pass
        for one in kept:
            one.setblocking(False)
            try:
                while True:
                    one.send(b"x" * 100_000)
            except OSError:
                pass
        time.sleep(60)
        os._exit(0)
time.sleep(30)
