# Asks the system for what confinement does not give.
# beside: system

# === a-world-of-its-own: makes name spaces, mounts, roots and another kind of process, by every call that does.
def clone(*call):
    child = libc.syscall(*call)
    if child == 0:
        libc._exit(0)
    if child > 0:
        print("BREACH: a child in a name space of its own", *call)

flags = (0x10000000, 0x20000000, 0x40000000, 0x08000000, 0x04000000, 0x02000000, 0x00020000)
for flag in flags:
    ask((CALL_unshare, flag), (CALL_unshare, flag | 17))
    clone(CALL_clone, flag | 17, 0, 0, 0, 0)
clone(CALL_clone3, (ctypes.c_uint64 * 11)(flags[0], 0, 0, 0, 17), 88)
ask((CALL_mount, b"none", b"/student", b"tmpfs", 0, 0), (CALL_umount2, b"/student", 2),
    (CALL_pivot_root, b"/student", b"/student"), (CALL_chroot, b"/student"), (CALL_setns, 0, 0),
    (CALL_open_tree, -100, b"/", 1), (CALL_fsopen, b"tmpfs", 0), (CALL_personality, 0x0040000),
    (CALL_name_to_handle_at, -100, b"/usr", 0, 0, 0))

# === channel-of-the-client: looks for the descriptor by which its client speaks with the grader, to speak there itself.
def sockets(folder):
    for name in os.listdir(folder):
        with suppress(FileNotFoundError):  # the one by which the folder was read
            if (end := os.readlink(f"{folder}/{name}")).startswith("socket:"):
                yield end, int(name)

client = os.getppid()
theirs, pidfd = dict(sockets(f"/proc/{client}/fd")), os.pidfd_open(client)
if not theirs or theirs.keys() & dict(sockets("/proc/self/fd")).keys():
    print("BREACH: has a socket of its client's, or the client has none")
for number in theirs.values():
    attempt("a socket of its client's", lambda: open(f"/proc/{client}/fd/{number}", "r+b", buffering=0))
    ask((CALL_pidfd_getfd, pidfd, number, 0))

# === keys-of-the-system: keeps data for the next student in the system's keyrings, and reads what is kept there.
for ring in (-3, -4, -1):  # the session's, the user's, its own
    ask((CALL_add_key, b"user", b"labkit", b"hidden inputs", 13, ring))
ask(*((CALL_keyctl, command, 0, 0, 0, 0) for command in (0, 1, 5, 6, 11)))  # get, join, describe, clear, read
ask((CALL_request_key, b"user", b"labkit", None, -3))
for name in ("keys", "key-users"):
    with suppress(OSError):
        if open(f"/proc/{name}").read():
            print("BREACH: lists", name)

# === memory-of-no-process: takes memory that belongs to no process: System V's, without a name, in message queues, pinned.
ask((CALL_shmget, 0, 10**9, 0o1600), (CALL_msgget, 0, 0o1600), (CALL_semget, 0, 30_000, 0o1600),
    (CALL_memfd_create, b"hoard", 0), (CALL_memfd_secret, 0), (CALL_mq_open, b"hoard", 0o102, 0o600, 0))

# === queues-of-the-machine: takes what all processes of the machine share for asynchronous input and output.
ask((CALL_io_setup, 60_000, ctypes.byref(ctypes.c_ulong())))

# === memory-of-others: reads and changes other processes: ptrace, their memory, their descriptors, the first one's.
ask((CALL_ptrace, 16, 1, 0, 0), (CALL_ptrace, 0, 0, 0, 0), (CALL_process_vm_readv, 1, 0, 0, 0, 0, 0),
    (CALL_process_vm_writev, os.getpid(), 0, 0, 0, 0, 0), (CALL_kcmp, 1, os.getpid(), 1, 0, 0),
    (CALL_pidfd_getfd, 3, 3, 0))
for name in ("mem", "environ", "maps", "fd", "fdinfo", "cwd", "root/", "oom_score_adj"):
    path = f"/proc/1/{name}"
    attempt(path, lambda: os.listdir(path), lambda: open(path, "wb"))
    if name != "oom_score_adj":  # which all may read
        attempt(path, lambda: open(path, "rb"))
for each in (signal.SIGKILL, signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
    os.kill(1, each)  # the first process takes no notice

# === names-without-files: reaches for sockets of this machine that have names and no files, and looks for others' sockets.
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    outward = socket.socket(socket.AF_UNIX, kind)
    attempt("a socket without a file", lambda: outward.connect("\0labkit-attacked-PORT"))
for line in open("/proc/net/unix"):
    if "@" in line or "labkit" in line:
        print("BREACH: sees", line)

# === past-the-filter: asks for what works past a filter or stops the system's kernel: io_uring, userfaultfd, x32, int 80.
parameters = ctypes.create_string_buffer(256)
numbers = [CALL_io_uring_setup, CALL_userfaultfd, CALL_io_uring_enter, 470, 520]
if platform.machine() == "x86_64":
    numbers += [0x40000000 + 39, 0x40000000 + 101]  # getpid and ptrace of x32
    # add_key in the numbers of a 32-bit machine, which a careless filter takes for another
    code = bytes.fromhex("53b81e010000cd805bc3")
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() not in (-38, -1, -14):
        print("BREACH: a call in the numbers of another machine")
ask(*((number, 8, parameters, 0, 0, 0, 0) for number in numbers))

# === programs-of-the-kernel: loads programs and modules into the system's kernel, counts its events, and starts another.
attributes = ctypes.create_string_buffer(128)
numbers = (CALL_bpf, CALL_perf_event_open, CALL_init_module, CALL_finit_module, CALL_kexec_load,
           CALL_delete_module, CALL_syslog, CALL_reboot, CALL_swapoff, CALL_acct, CALL_quotactl)
ask(*((number, attributes, 128, 0, 0, 0, 0) for number in numbers))
for name in ("core_pattern", "hostname", "pid_max", "ngroups_max", "modprobe", "randomize_va_space"):
    path = Path(f"/proc/sys/kernel/{name}")
    attempt(path, lambda: path.write_text(path.read_text()))
for name in ("sysrq-trigger", "kcore", "kmsg", "kpageflags", "self/clear_refs/../attr/exec"):
    if os.access(f"/proc/{name}", os.W_OK):
        print("BREACH: may write to", name)

# === programs-with-rights: runs programs that have more rights than their user, gives such rights to its own, and dumps core.
own = shutil.copy("/usr/bin/id", "/tmp/own-id")
os.chmod(own, 0o6755)
programs = [[own], ["/usr/bin/su", "-c", "id"], ["/usr/bin/sudo", "-n", "id"], ["/usr/bin/mount", "-a"],
            ["/usr/bin/newgrp", "root"], ["/usr/bin/bwrap", "--dev-bind", "/", "/", "id"]]
for words in programs:
    with suppress(OSError, subprocess.SubprocessError):
        ran = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, timeout=5)
        if b"uid=0" in ran.stdout or b"gid=0(" in ran.stdout or words[0].endswith("bwrap") and b"uid" in ran.stdout:
            print("BREACH: more rights by", words)
crash = subprocess.run([sys.executable, "-c", "import os; os.abort()"], capture_output=True)
if crash.returncode == 0 or list(Path().glob("*core*")):
    print("BREACH: dumped core")

# === raised-limits: raises its limits, its share of the processor, and its rank where memory runs out.
for name in ("AS", "NPROC", "FSIZE", "NOFILE", "CORE", "CPU", "MEMLOCK", "RTPRIO", "NICE"):
    limit = getattr(resource, f"RLIMIT_{name}")
    if (hard := resource.getrlimit(limit)[1]) != resource.RLIM_INFINITY:
        with suppress(ValueError):  # what Python makes of a refusal
            resource.setrlimit(limit, (hard + 1, hard + 1))
            print("BREACH: raised", name)
attempt("ranks higher", lambda: os.nice(-1), lambda: os.setpriority(os.PRIO_PROCESS, 0, -10))
for policy in (os.SCHED_FIFO, os.SCHED_RR):
    attempt("ranks higher", lambda: os.sched_setscheduler(0, policy, os.sched_param(1)))
ask((CALL_ioprio_set, 1, 0, 1 << 13))  # to read before others
attempt("ranks higher", lambda: os.write(os.open("/proc/self/autogroup", os.O_WRONLY), b"-20"))
os.sched_setaffinity(0, os.sched_getaffinity(0))  # allowed, and of no use
rank = Path("/proc/self/oom_score_adj")
with suppress(OSError):
    rank.write_text("-1000")
if int(rank.read_text()) < 1000:
    print("BREACH: others are ended before it")

# === the-machine-below: reaches for the machine below a virtual one, and for kinds of sockets that know no name space.
network = (socket.AF_INET, socket.AF_INET6)
ordinary = (socket.AF_UNIX, socket.AF_NETLINK, *network)
kinds = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET)
for family, kind in itertools.product(range(48), kinds):
    if family not in ordinary or (family in network and kind == socket.SOCK_RAW):
        attempt("opened", lambda: socket.socket(family, kind))

# === type-into-a-terminal: types commands into a terminal of the grader's, for the shell to run later.
libc.ioctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p)
for name in ("/dev/tty", "/dev/console", "/dev/tty1", "/dev/pts/0", "/dev/vcs", "/proc/self/fd/0"):
    with suppress(OSError):
        terminal = os.open(name, os.O_RDWR | os.O_NONBLOCK)
        for request, letter in itertools.product((0x5412, 0x5412 + 2**32, 0x541C), b"exit\n"):
            if libc.ioctl(terminal, request, bytes([letter])) == 0:
                print("BREACH: typed into", name)

# === terminals-of-the-machine: takes terminals, of which all processes of the machine share a few thousand.
terminals = []
with suppress(OSError):
    while len(terminals) < 4000:
        terminals.append(os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY))
if len(terminals) > 1000:
    print("BREACH: took", len(terminals), "terminals")
for terminal in terminals:
    os.close(terminal)

# === marks-on-the-library: leaves files without a name, and attributes, where others would find them.
for place in (labkit.__file__, numpy.__file__, sys.executable, "/usr", "/"):
    folder = os.path.dirname(place) or place
    attempt(folder, lambda: os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600),
            lambda: os.setxattr(place, "user.labkit", b"1"), lambda: os.removexattr(place, "user.labkit"))

# === watch-files: watches the files that others open, and uses up what watches a user may have.
ask((CALL_inotify_init1, 0, 0), (CALL_fanotify_init, 0, 0), (CALL_inotify_init, 0, 0))

# === what-others-have-read: finds out, and leaves behind, what is in the page cache: a way to tell a later run.
file = os.open(numpy.__file__, os.O_RDONLY)
page = mmap.mmap(file, 4096, prot=mmap.PROT_READ, flags=mmap.MAP_PRIVATE)
told, span = ctypes.create_string_buffer(64), (ctypes.c_uint64 * 2)(0, 4096)
ask((CALL_mincore, 0, 4096, told), (CALL_cachestat, file, span, told, 0),
    (CALL_fadvise64, file, 0, 0, 4), (CALL_readahead, file, 0, 4096))
attempt("read at once", lambda: os.preadv(file, [bytearray(10)], 0, os.RWF_NOWAIT))

# === signs-on-files: sets and sees locks, leases and hints, by which a run tells another one what it is asked.
shared, own = os.open(numpy.__file__, os.O_RDONLY), os.open(".course/checks.py", os.O_RDONLY)
lock = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 31, 1, 0)
attempt("flock", lambda: fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB))
for command in (5, 6, 7, 36, 37, 38):  # see one, set one, wait for one: a process's, and a descriptor's
    attempt(f"lock {command}", lambda: fcntl.fcntl(shared, command, lock))
for file in (shared, own):  # what only a file's owner may do: that is who has installed the library
    attempt("a lease", lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK))
    for command in (1036, 1038):
        attempt(f"hint {command}", lambda: fcntl.fcntl(file, command, struct.pack("Q", 3)))
