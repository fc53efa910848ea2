"""The system calls that a confined kernel may not make, as a filter for Linux's seccomp.

A name space hides what it is made for; some parts of the system have none, or have
memory that is not counted, or are seldom used and often broken. No notebook needs them.
The filter is written by libseccomp, which knows the numbers of the calls on each
machine. It is a system library, of which ``apt`` itself has need on Debian and Ubuntu;
where it is missing, nothing is run.

A call that is refused returns an error, as it does on a system that lacks it.
"""

import ctypes
import errno
import tempfile
from collections.abc import Iterator
from functools import cache

LIBRARY = "libseccomp.so.2"

#: What each group could be used for -> its calls.
REFUSED = {
    "keys, which outlive a process and know no name spaces": "add_key request_key keyctl",
    "memory that belongs to no process": (
        "memfd_create memfd_secret shmget shmat shmctl shmdt semget semop semtimedop semctl msgget "
        "msgsnd msgrcv msgctl mq_open mq_unlink vmsplice remap_file_pages"
    ),
    "work that is done past this filter": "io_uring_setup io_uring_enter io_uring_register",
    "stopping the system's kernel at a moment of one's choice": "userfaultfd",
    "other processes": (
        "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd "
        "move_pages migrate_pages"
    ),
    "programs in the system's kernel, and counters of it": (
        "bpf perf_event_open init_module finit_module delete_module kexec_load kexec_file_load "
        "lookup_dcookie"
    ),
    "name spaces, mounts and roots": (
        "unshare setns mount umount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig "
        "fsmount fspick mount_setattr open_by_handle_at name_to_handle_at"
    ),
    "another kind of process than it is": "personality modify_ldt vm86 vm86old iopl ioperm",
    "the whole machine": (
        "reboot swapon swapoff acct quotactl quotactl_fd syslog sethostname setdomainname vhangup "
        "settimeofday clock_settime clock_adjtime adjtimex stime nfsservctl uselib _sysctl ustat"
    ),
    "what others read, told by what is in the page cache": "mincore cachestat fadvise64 readahead",
    "signs on files that others have too, and numbers that all processes of a user share": (
        "flock inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark ioprio_set"
    ),
}

#: glibc goes on without these where they are not implemented. Their arguments are behind a
#: pointer, where no filter sees them.
NOT_IMPLEMENTED = "clone3"

#: Flags of `clone` that make a name space: of time, mounts, cgroups, UTS, IPC, users, processes, net.
NEW = (
    *(0x00000080, 0x00020000, 0x02000000, 0x04000000),
    *(0x08000000, 0x10000000, 0x20000000, 0x40000000),
)

#: Requests that type into a terminal: TIOCSTI and TIOCLINUX. The system looks at 32 bits of them.
TYPING = (0x5412, 0x541C)

#: What fcntl is not to do with a file that others have too: set or see locks (F_GETLK, F_SETLK,
#: F_SETLKW, and 36 to 38 for those of a descriptor), F_SETLEASE, F_NOTIFY, and hints on its use,
#: which stay with it (F_SET_RW_HINT, F_SET_FILE_RW_HINT).
SIGNS = (5, 6, 7, 36, 37, 38, 1024, 1026, 1036, 1038)

#: Reading what is in the page cache, and nothing else.
NOWAIT = 8

#: Kinds of sockets that may be made: of this machine, IPv4, IPv6, and the network's settings. Others
#: know no name space (vsock, which reaches the machine below a virtual one) or are seldom used (AF_ALG).
SOCKETS = (1, 2, 10, 16)

#: The newest call that libseccomp 2.5 and all that is above were written for; what is newer than
#: that is not implemented here. Numbers of that height are the same on all machines.
NEWEST = 450
LAST = 560

ALLOW = 0x7FFF0000
KILL = 0x80000000
NOT_EQUAL, LESS, EQUAL, GREATER, MASKED_EQUAL = 1, 2, 4, 6, 7
BAD_ARCHITECTURE = 2  # an attribute: what comes of a call in the numbers of another machine


class Comparison(ctypes.Structure):
    """A condition on an argument of a call, as libseccomp takes it."""

    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("one", ctypes.c_uint64),
        ("other", ctypes.c_uint64),
    ]


Rule = tuple[str | int, int, tuple[Comparison, ...]]


def _refuse(error: int) -> int:
    return 0x00050000 | error


def rules() -> Iterator[Rule]:
    """List the rules: the call, what is to come of it, and conditions that have to hold.

    Yields
    ------
    (str or int, int, tuple of Comparison)
    """
    for names in REFUSED.values():
        for name in names.split():
            yield name, _refuse(errno.EPERM), ()
    for call in (NOT_IMPLEMENTED, *range(NEWEST + 1, LAST)):
        yield call, _refuse(errno.ENOSYS), ()
    for flag in NEW:
        yield "clone", _refuse(errno.EPERM), (Comparison(0, MASKED_EQUAL, flag, flag),)
    for request in TYPING:
        yield "ioctl", _refuse(errno.EPERM), (Comparison(1, MASKED_EQUAL, 2**32 - 1, request),)
    for sign in SIGNS:
        yield "fcntl", _refuse(errno.EPERM), (Comparison(1, MASKED_EQUAL, 2**32 - 1, sign),)
    yield "preadv2", _refuse(errno.EOPNOTSUPP), (Comparison(5, MASKED_EQUAL, NOWAIT, NOWAIT),)
    no_family = _refuse(errno.EAFNOSUPPORT)
    for call in ("socket", "socketpair"):
        for family in range(max(SOCKETS)):
            if family not in SOCKETS:
                yield call, no_family, (Comparison(0, EQUAL, family, 0),)
        yield call, no_family, (Comparison(0, GREATER, max(SOCKETS), 0),)


@cache
def program() -> bytes:
    """Write the filter for this machine.

    Returns
    -------
    bytes
        Instructions of 8 bytes, as prctl(2) and bubblewrap's ``--seccomp`` take them.

    Raises
    ------
    OSError
        If libseccomp cannot be found, or refuses a rule.
    """
    library = ctypes.CDLL(LIBRARY, use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = (ctypes.c_uint32,)
    made = ctypes.c_void_p(library.seccomp_init(ALLOW))
    if not made:
        raise OSError("libseccomp could not begin a filter")
    try:
        bad = ctypes.c_uint32(_refuse(errno.ENOSYS))
        _demand(library.seccomp_attr_set(made, BAD_ARCHITECTURE, bad), "other architectures")
        for call, action, conditions in rules():
            number = _number(library, call)
            if number >= 0:  # else this machine has no such call
                _add(library, made, number, action, conditions)
        with tempfile.TemporaryFile() as written:
            _demand(library.seccomp_export_bpf(made, written.fileno()), "the filter")
            written.seek(0)
            return written.read()
    finally:
        library.seccomp_release(made)


def _number(library: ctypes.CDLL, call: str | int) -> int:
    return call if isinstance(call, int) else library.seccomp_syscall_resolve_name(call.encode())


def _add(
    library: ctypes.CDLL,
    made: ctypes.c_void_p,
    number: int,
    action: int,
    conditions: tuple[Comparison, ...],
) -> None:
    array = (Comparison * len(conditions))(*conditions)
    _demand(
        library.seccomp_rule_add_array(
            made, ctypes.c_uint32(action), number, len(conditions), array
        ),
        f"call {number}",
    )


def _demand(returned: int, what: str) -> None:
    if returned:
        raise OSError(-returned, f"libseccomp refused {what}")
