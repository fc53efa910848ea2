# Reaches for the machine below a virtual one, and for kinds of sockets that know no name space.
# expects: status=ran, points=4
# beside: system
# %%
import socket

for family in range(48):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            opened = socket.socket(family, kind)
        except OSError:
            continue
        with opened:
            if family not in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
                print("BREACH: a socket of family", family)
            if kind == socket.SOCK_RAW and family in (socket.AF_INET, socket.AF_INET6):
                print("BREACH: a raw socket")
