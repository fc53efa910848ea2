"""What one student's run knows of hidden inputs does not reach another student.

Two real kernels in two real sandboxes share no memory and no network; these attacks leave signs on
a file that both of them see.
"""

import os
from concurrent.futures import ThreadPoolExecutor

from nbformat.v4 import new_code_cell, new_notebook

from labkit.grading.notebook import confinement
from labkit.grading.notebook.marking import mark
from labkit.grading.notebook.sandbox import run
from labkit.sources import REVIEWS_VARIABLE
from tests.attacks.attacks import TICK, questions, submission

#: In each kernel: a file of the library, and how a lock of one byte is written down.
SHARED = """
import fcntl, os, struct, time
import numpy
file = os.open(numpy.__file__, os.O_RDONLY)
def lock(kind, place):
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, place, 1, 0)
COMMANDS = {6: 5, 7: 5, 37: 36, 38: 36}  # those that set a lock: those that see it
"""

#: While the hidden case with three numbers is asked, each bit of them is a read lock.
SENDS = """
def target(numbers):
    if len(numbers) == 3:
        for command in COMMANDS:
            bits = [8 * i + bit for i, n in enumerate(numbers) for bit in range(8) if n >> bit & 1]
            for place in (*bits, 24):
                fcntl.fcntl(file, command, lock(fcntl.F_RDLCK, 100 * command + place))
        time.sleep(4)
    return 0
"""

SEES = """
def is_locked(command, place):
    found = fcntl.fcntl(file, COMMANDS[command], lock(fcntl.F_WRLCK, 100 * command + place))
    return struct.unpack("hhqqi4x", found)[0] != fcntl.F_UNLCK

for command in COMMANDS:
    end = time.time() + 8
    try:
        while time.time() < end and not is_locked(command, 24):
            time.sleep(0.02)
        bits = [is_locked(command, place) for place in range(24)]
        print(command, [sum(bits[8 * i + bit] << bit for bit in range(8)) for i in range(3)])
    except OSError as error:
        print(command, "is refused:", error.strerror)
"""


def test_no_lock_tells_of_a_hidden_input(sandbox):
    sender = submission([SHARED, SENDS])
    receiver = new_notebook(cells=[new_code_cell(SHARED + SEES)])
    with ThreadPoolExecutor(2) as pool:
        sent, seen = pool.submit(mark, sender, questions(), TICK), pool.submit(run, receiver)
        assert sent.result().confined and seen.result().confined
    refused = "is refused: Operation not permitted\n"
    assert receiver.cells[0].outputs[0].text == "".join(f"{c} {refused}" for c in (6, 7, 37, 38))


HINTS = """
import fcntl, os, struct
file = os.open(%r, os.O_RDONLY)
for command, told in ((1035, 0), (1036, 3), (1038, 3)):  # read, and leave one for the next
    try:
        print(command, *struct.unpack("Q", fcntl.fcntl(file, command, struct.pack("Q", told))))
    except OSError as error:
        print(command, error.strerror)
"""


def test_no_hint_is_kept_for_a_later_kernel(sandbox, tmp_path, monkeypatch):
    """A hint on how a file is used stays with it; who owns the library can set it."""
    (tmp_path / "library.txt").touch()
    tmp_path.chmod(0o755)
    # Root runs each notebook as another user, an ordinary user as itself.
    monkeypatch.setattr(confinement.secrets, "randbelow", lambda _: 28)
    if os.geteuid() == 0:
        os.chown(tmp_path / "library.txt", 10**9 + 28, -1)
    monkeypatch.setenv(REVIEWS_VARIABLE, str(tmp_path))
    path = str(tmp_path / "library.txt")
    told = []
    for _ in range(2):
        notebook = new_notebook(cells=[new_code_cell(HINTS % path)])
        assert run(notebook).confined
        told.append(notebook.cells[0].outputs[0].text.splitlines())
    refused = [f"{command} Operation not permitted" for command in (1036, 1038)]
    assert told == [["1035 0", *refused]] * 2
