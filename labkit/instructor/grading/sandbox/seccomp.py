"""The system calls that a confined kernel may not make, as a filter that libseccomp writes."""

import ctypes
import errno
import struct
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
    "asynchronous input and output, of which the whole machine has a limited amount": (
        "io_setup io_submit io_destroy io_cancel io_getevents io_pgetevents"
    ),
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
    "what others read, which the page cache shows": "mincore cachestat fadvise64 readahead",
    "signs on files that others have too, and numbers that all processes of a user share": (
        "flock inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark ioprio_set"
    ),
}
#: glibc goes on without clone3, whose flags are behind a pointer. What is newer than the newest call
#: that libseccomp 2.5 was written for is unknown; such high numbers are the same on all machines.
NOT_IMPLEMENTED = ("clone3", *range(451, 560))
#: Flags of `clone` that make a name space: of time, mounts, cgroups, UTS, IPC, users, processes, net.
NEW = [0x80, 0x20000, *(0x2000000 << bit for bit in range(6))]
#: What fcntl is not to do with a file that others have too: set or see locks (F_GETLK, F_SETLK,
#: F_SETLKW, and 36 to 38 for those of a descriptor), F_SETLEASE, F_NOTIFY, and hints on its use,
#: which stay with it (F_SET_RW_HINT, F_SET_FILE_RW_HINT).
SIGNS = (5, 6, 7, 36, 37, 38, 1024, 1026, 1036, 1038)
#: RWF_NOWAIT reads what is in the page cache, and nothing else.
NOWAIT = 8
#: Kinds of sockets that may be made: of this machine, IPv4, IPv6, and the network's settings. Others
#: know no name space (vsock, which reaches the machine below a virtual one) or are seldom used (AF_ALG).
SOCKETS = (1, 2, 10, 16)
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
EQUAL, GREATER, MASKED_EQUAL = 4, 6, 7
BAD_ARCHITECTURE = 2  # an attribute: what comes of a call in the numbers of another machine
WORD = 0xFFFFFFFF  # the system looks at so many bits of a command


def rules() -> Iterator[tuple[str | int, int, tuple[int, ...]]]:
    """Yield a call, the error it returns, and the fields of a comparison that has to hold, if any."""
    for name in " ".join(REFUSED.values()).split():
        yield name, errno.EPERM, ()
    for call in NOT_IMPLEMENTED:
        yield call, errno.ENOSYS, ()
    for flag in NEW:
        yield "clone", errno.EPERM, (0, MASKED_EQUAL, flag, flag)
    for command in SIGNS:
        yield "fcntl", errno.EPERM, (1, MASKED_EQUAL, WORD, command)
    yield "preadv2", errno.EOPNOTSUPP, (5, MASKED_EQUAL, NOWAIT, NOWAIT)
    for call in ("socket", "socketpair"):
        for family in set(range(max(SOCKETS))) - set(SOCKETS):
            yield call, errno.EAFNOSUPPORT, (0, EQUAL, family, 0)
        yield call, errno.EAFNOSUPPORT, (0, GREATER, max(SOCKETS), 0)


@cache
def program() -> bytes:
    """Return the filter for this machine, or raise OSError if libseccomp is not there or refuses it."""
    library = ctypes.CDLL(LIBRARY, use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    made = ctypes.c_void_p(library.seccomp_init(ALLOW))
    returned = [library.seccomp_attr_set(made, BAD_ARCHITECTURE, REFUSE | errno.ENOSYS)]
    for call, error, condition in rules():
        resolve = library.seccomp_syscall_resolve_name
        number = call if isinstance(call, int) else resolve(call.encode())
        if number >= 0:  # else this machine has no such call
            # In C: the argument's number, the operator, and two values to compare with.
            compared = struct.pack("@IiQQ", *condition) if condition else None
            rule = (REFUSE | error, number, bool(condition), compared)
            returned.append(library.seccomp_rule_add_array(made, *rule))
    with tempfile.TemporaryFile() as written:
        returned.append(library.seccomp_export_bpf(made, written.fileno()))
        if any(returned):
            raise OSError(-min(returned), "libseccomp refused the filter")
        written.seek(0)
        return written.read()
