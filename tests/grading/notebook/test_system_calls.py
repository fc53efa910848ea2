"""The filter of system calls: that it is in force, and what it leaves alone."""

import ctypes
import json
import struct

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.grading.notebook import system_calls
from labkit.grading.notebook.confinement import available
from labkit.grading.notebook.sandbox import run
from labkit.grading.notebook.system_calls import REFUSED, program, rules

NUMBERS = {name: None for names in REFUSED.values() for name in names.split()}

PROBE = """
import ctypes, errno, json, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
said = {}
for name, number in json.loads(%r).items():
    ctypes.set_errno(0)
    returned = libc.syscall(number, *[0] * 6)
    said[name] = returned < 0 and errno.errorcode[ctypes.get_errno()]
for family in range(48):
    try:
        socket.socket(family, socket.SOCK_RAW if family == 16 else socket.SOCK_STREAM).close()
        said[f"family {family}"] = True
    except OSError:
        pass
libc.syscall.restype = ctypes.c_long
clone = int(%d)
for flag in (0x10000000, 0x20000000, 0x40000000, 0x02000000):
    ctypes.set_errno(0)
    said[f"flag {flag:x}"] = libc.syscall(clone, flag | 17, 0, 0, 0, 0) < 0 and errno.errorcode[ctypes.get_errno()]
for request in (0x5412, 0x5412 + 2**32, 0x541C):
    ctypes.set_errno(0)
    libc.ioctl(0, ctypes.c_ulong(request), b"x")
    said[f"request {request:x}"] = errno.errorcode[ctypes.get_errno()]
for command in (5, 6, 7, 36, 37, 38, 1024, 1026, 1036, 1038, 6 + 2**32):
    ctypes.set_errno(0)
    libc.syscall(int(%d), 0, ctypes.c_ulong(command), ctypes.create_string_buffer(32))
    said[f"command {command}"] = errno.errorcode.get(ctypes.get_errno())
print(json.dumps(said))
"""

#: sqlite locks its files, and memory needs no lock.
SQLITE = """
import sqlite3
assert sqlite3.connect(":memory:").execute("SELECT 1").fetchall() == [(1,)]
sqlite3.connect("mine.db").execute("CREATE TABLE a (b)")
"""


def number(name):
    library = ctypes.CDLL(system_calls.LIBRARY)
    return library.seccomp_syscall_resolve_name(name.encode())


@pytest.fixture(scope="module")
def said(sandbox):
    numbers = {name: number(name) for name in NUMBERS} | {"clone3": 435, "unknown": 460}
    numbers = {name: found for name, found in numbers.items() if found >= 0}
    calls = json.dumps(numbers), number("clone"), number("fcntl")
    cells = [new_code_cell(code) for code in (SQLITE, PROBE % calls)]
    run(new_notebook(cells=cells))
    assert [cells[0].outputs[0][word] for word in ("ename", "evalue")] == [
        "OperationalError",
        "access permission denied",
    ]
    return numbers, json.loads(cells[1].outputs[0].text)


def test_what_is_refused_is_refused(said):
    numbers, answers = said
    assert {answers[name] for name in numbers if name in NUMBERS and numbers[name] <= 450} == {
        "EPERM"
    }
    assert {"keyctl", "ptrace", "bpf", "memfd_create", "io_uring_setup", "unshare"} <= set(answers)
    assert answers["clone3"] == answers["unknown"] == "ENOSYS"


def test_only_these_families_of_sockets_can_be_made(said):
    families = {name for name in said[1] if name.startswith("family")}
    assert families <= {"family 1", "family 2", "family 10", "family 16"}
    assert "family 1" in families


def test_no_namespace_no_typing_and_no_sign_on_files(said):
    kinds = ("flag ", "request ", "command ")
    found = {name: answer for name, answer in said[1].items() if name.startswith(kinds)}
    assert len(found) == 18 and set(found.values()) == {"EPERM"}


def test_the_program_is_one_that_the_system_takes():
    code = program()
    instructions = list(struct.iter_unpack("HBBI", code))
    assert 100 < len(instructions) < 4096
    assert instructions[0][0] == 0x20  # loads a word: the architecture, which comes first
    assert instructions[0][3] == 4


def test_no_call_is_named_twice():
    plain = [call for call, _, conditions in rules() if not conditions]
    assert len(plain) == len(set(plain)) > 80


def test_without_the_library_nothing_is_run(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(system_calls, "LIBRARY", "libseccomp-of-nobody.so.2")
    program.cache_clear()
    available.cache_clear()
    try:
        assert "apt install libseccomp2" in available()
        with pytest.raises(OSError):
            program()
    finally:
        program.cache_clear()
        available.cache_clear()


def test_a_rule_that_is_refused_is_said(monkeypatch):
    program.cache_clear()
    monkeypatch.setattr(system_calls, "rules", lambda: [("bpf", 0x12345, ())])
    try:
        with pytest.raises(OSError, match="refused call"):
            program()
    finally:
        program.cache_clear()
