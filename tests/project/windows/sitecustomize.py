"""Let labkit see a Python as it is on Windows; with this folder in PYTHONPATH, every process does.

What labkit's own modules import lacks what only POSIX systems have. Other packages see the system as
it is: how they do without is their own affair.
"""

import builtins
import multiprocessing
import multiprocessing.context
import os
import signal
import socket
import subprocess
import sys
import types

MISSING_MODULES = {
    *("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog"),
    *("termios", "tty"),
}


class Without(types.ModuleType):
    """A module in which some names are missing and others are Windows' own."""

    def __init__(self, module, *missing, **own):
        self.__dict__.update(_module=module, _missing=missing, **own)

    def __getattr__(self, name):
        if name in self._missing:
            raise AttributeError(f"module {self._module.__name__!r} has no attribute {name!r}")
        return getattr(self._module, name)

    def __setattr__(self, name, value):
        setattr(self._module, name, value)


def open_file(path, flags, *mode):
    """Open as on Windows, where a folder cannot be opened."""
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", str(path))
    return os.open(path, flags, *mode)


class Popen(subprocess.Popen):
    """A process, without what only POSIX systems hand over to it."""

    def __init__(self, *arguments, **options):
        if options.get("preexec_fn") or options.get("pass_fds"):
            raise ValueError("preexec_fn and pass_fds are not supported on Windows platforms")
        super().__init__(*arguments, **options)


WINDOWS = {
    "os": Without(
        os,
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "WNOHANG"),
        *("chown", "chroot", "fchmod", "fchown", "fork", "forkpty", "fwalk", "getegid"),
        *("geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority"),
        *("getsid", "getuid", "killpg", "lchown", "memfd_create", "mkfifo", "nice", "openpty"),
        *("pipe2", "posix_spawn", "pread", "pwrite", "register_at_fork"),
        *("sched_getaffinity", "sched_setaffinity", "setgid", "setpgid", "setpriority", "setsid"),
        *("setuid", "statvfs", "sync", "sysconf", "uname", "wait", "wait3", "wait4"),
        **{"name": "nt", "open": open_file},
    ),
    "signal": Without(
        signal,
        *("ITIMER_REAL", "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE"),
        *("SIGQUIT", "SIGSTOP", "SIGUSR1", "SIGUSR2", "alarm", "pause", "pthread_kill"),
        *("pthread_sigmask", "setitimer", "sigwait"),
    ),
    "socket": Without(socket, "AF_UNIX", "recv_fds", "send_fds", "socketpair"),
    "subprocess": Without(subprocess, Popen=Popen),
    "sys": Without(sys, "getdlopenflags", "setdlopenflags", platform="win32"),
    "msvcrt": types.SimpleNamespace(locking=lambda *_: None, LK_NBLCK=2, LK_UNLCK=0),
}

import_module = builtins.__import__


def import_as_on_windows(name, globals=None, locals=None, fromlist=(), level=0):
    """Import a module; for labkit, one as it is on Windows."""
    if str((globals or {}).get("__name__")).startswith("labkit"):
        if name.split(".")[0] in MISSING_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in WINDOWS:
            return WINDOWS[name]
    return import_module(name, globals, locals, fromlist, level)


builtins.__import__ = import_as_on_windows

# Windows can only spawn.
contexts = multiprocessing.context._concrete_contexts
for method in ("fork", "forkserver"):
    contexts.pop(method, None)
multiprocessing.context._default_context._default_context = contexts["spawn"]
multiprocessing.get_all_start_methods = lambda: ["spawn"]
