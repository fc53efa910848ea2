# Leaves links, pipes, sockets, files with holes, deep folders and odd names in its folder.
# expects: status=ran, points=4
# beside: left-behind
# %%
import os
import socket

import labkit

attempts = [
    lambda: os.symlink("CLASSROOM", "classroom"),
    lambda: os.symlink("loop", "loop"),
    lambda: os.link(labkit.__file__, "hard-link.py"),
    lambda: os.mkfifo("pipe"),
    lambda: os.mkfifo("checks.py.pipe"),
    lambda: socket.socket(socket.AF_UNIX).bind("socket"),
    lambda: os.mknod("device", 0o60644, os.makedev(254, 0)),
    lambda: os.truncate("holes", 10**13),
    lambda: open("name\n\x1b[31m\u202e", "w").close(),
    lambda: open(b"\xff\xfe", "w").close(),
    lambda: open("x" * 255, "w").close(),
    lambda: os.rename("checks.py", "/run/kernel/connection.json"),
]
for number, attempt in enumerate(attempts):
    try:
        attempt()
        if number in (2, 6):
            print("BREACH: a link to, or a device of, what is outside")
    except OSError:
        pass
depth = os.getcwd()
try:
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")
except OSError:
    pass
os.chdir(depth)
