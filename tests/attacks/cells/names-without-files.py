# Reaches for sockets of this machine that have names and no files, and looks for others' sockets.
# expects: status=ran, points=4
# beside: system
# %%
import socket

for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    with socket.socket(socket.AF_UNIX, kind) as outward:
        try:
            outward.connect("\0labkit-attacked-PORT")
            print("BREACH: connected to a socket without a file")
        except OSError:
            pass
for line in open("/proc/net/unix"):
    if "@" in line or "labkit" in line:
        print("BREACH: sees", line)
