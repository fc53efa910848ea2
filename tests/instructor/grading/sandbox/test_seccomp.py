"""The filter of system calls: that it is in force, and what it leaves alone."""

import ctypes
import json
from errno import EOPNOTSUPP, errorcode

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.instructor.grading.sandbox import seccomp
from labkit.instructor.grading.sandbox.bubblewrap import Limits
from labkit.instructor.grading.sandbox.run import run

NAMES, FAMILIES = " ".join(seccomp.REFUSED.values()).split(), (0, 3, 9, 17, 40)
#: Those that are let through: of this machine, IPv4, IPv6, netlink.
ALLOWED = (1, 2, 10, 16)
#: Commands of fcntl, as in linux/fcntl.h; of the last the system looks at 32 bits.
SIGNS = (5, 6, 7, 36, 37, 38, 1024, 1026, 1036, 1038, 6 + 2**32)

PROBE = """
import ctypes, errno, json
libc = ctypes.CDLL(None, use_errno=True)
found = {}
for name, number, *arguments in json.loads(%r):
    ctypes.set_errno(0)
    returned = libc.syscall(number, *map(ctypes.c_ulong, arguments), ctypes.create_string_buffer(32))
    found[name] = returned < 0 and errno.errorcode.get(ctypes.get_errno())
print(json.dumps(found))
"""


def calls():
    resolve = ctypes.CDLL(seccomp.LIBRARY).seccomp_syscall_resolve_name
    number = {name: resolve(name.encode()) for name in (*NAMES, "fcntl", "preadv2", "socket")}
    yield from ((name, number[name], 0, 0, 0, 0, 0) for name in NAMES if 0 <= number[name] <= 450)
    yield from ((f"fcntl {sign}", number["fcntl"], 0, sign) for sign in SIGNS)
    yield from (("clone3", 435, 0, 0), ("unknown", 460, 0, 0))
    yield from ((f"preadv2 {flag}", number["preadv2"], 99, 0, 0, 0, 0, flag) for flag in (8, 0))
    families = (*FAMILIES, *ALLOWED)
    yield from ((f"socket {family}", number["socket"], family, 2, 0) for family in families)
    yield ("fcntl of no such command", number["fcntl"], 0, 6 + 2**31)


def test_what_is_refused_is_refused_and_nothing_else(sandbox):
    cell = new_code_cell(PROBE % json.dumps(list(calls())))
    run(new_notebook(cells=[cell]), {}, Limits())
    found = json.loads(cell.outputs[0].text)
    assert found.pop("clone3") == found.pop("unknown") == "ENOSYS"
    assert (found.pop("preadv2 8"), found.pop("preadv2 0")) == (errorcode[EOPNOTSUPP], "EBADF")
    assert {found.pop(f"socket {family}") for family in FAMILIES} == {"EAFNOSUPPORT"}
    assert {found.pop(f"socket {family}") for family in ALLOWED} == {False}
    assert found.pop("fcntl of no such command") == "EINVAL"
    assert set(found.values()) == {"EPERM"} and len(found) > 80
    called = {"keyctl", "ptrace", "bpf", "memfd_create", "io_uring_setup", "io_setup", "unshare"}
    assert called <= set(found)


def test_no_flag_of_clone_is_left_out_and_a_rule_that_is_refused_is_said(monkeypatch):
    assert sum(seccomp.NEW) == 0x7E020080  # as in linux/sched.h, each of them a bit
    monkeypatch.setattr(seccomp, "rules", lambda: [("bpf", -1, None)])
    with pytest.raises(OSError, match="libseccomp refused the filter"):
        seccomp.program.__wrapped__()  # which remembers nothing
