# Writes a file of 10 GB, and then many smaller ones.
# expects: status=ran, points=4
# beside: files
# %%
import os
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
written = 0
block = bytes(10**6)
for folder in (".", "/tmp", "/dev/shm", "/run/kernel", "/", "/dev", "/usr", "/student"):
    for i in range(20):
        try:
            with open(f"{folder}/large-{i}", "wb") as file:
                for _ in range(10_000):
                    written += file.write(block)
        except OSError:
            pass
        if written > 300 * 10**6:
            break
if written > 300 * 10**6:
    print("BREACH: wrote", written)
