# Leaves behind what lives on after its cell.
# beside: left-behind

# === alarms: sets alarms and handlers that run in later cells and while questions are asked.
def ring(number, frame):
    print("BREACH: shown" if frame is None else "", end="")

for number in (signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGUSR1, signal.SIGXCPU):
    signal.signal(number, ring)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
signal.setitimer(signal.ITIMER_PROF, 0.05, 0.05)

# === late-outputs: prints without end after its cell has ended, and changes what that has shown.
handle = display(HTML("first"), display_id="mine")

def late():
    time.sleep(1)
    while True:
        print("late")
        update_display(HTML("BREACH: changed after the end of its cell"), display_id="mine")
        time.sleep(0.2)

threading.Thread(target=late, daemon=True).start()
# %%

# === odd-files: leaves links, pipes, sockets, files with holes, deep folders and odd names in its folder.
attempt("a link to, or a device of, what is outside", lambda: os.link(labkit.__file__, "hard-link.py"),
        lambda: os.mknod("device", 0o60644, os.makedev(254, 0)))
for call in (
    lambda: os.symlink("CLASSROOM", "classroom"), lambda: os.symlink("loop", "loop"),
    lambda: os.mkfifo("pipe"), lambda: os.mkfifo(".course/checks.py.pipe"),
    lambda: socket.socket(socket.AF_UNIX).bind("socket"), lambda: os.truncate("holes", 10**13),
    lambda: open("name\n\x1b[31m\u202e", "w").close(), lambda: open(b"\xff\xfe", "w").close(),
    lambda: open("x" * 255, "w").close(),
    lambda: os.rename(".course/checks.py", "/run/kernel/connection.json"),
):
    with suppress(OSError):
        call()
depth = os.getcwd()
with suppress(OSError):
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")
os.chdir(depth)

# === processes-that-stay: leaves processes that are nobody's children, take no notice of signals, and would live for hours.
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(1, 65):
                with suppress(OSError, ValueError):
                    signal.signal(number, signal.SIG_IGN)
            os.chdir("/")
            while True:
                time.sleep(3600)
        os._exit(0)
    os.wait()

# === processes-in-disguise: leaves processes with odd names, as children of another, into which nobody may look.
libc.prctl(36, 1, 0, 0, 0)  # whoever loses its parent becomes this one's child
for name in (b"", b"systemd", b"\x1b[2J\n", b") S 1 1 1"):
    if libc.syscall(CALL_clone, 0x8000 | 17, 0, 0, 0, 0) == 0:  # CLONE_PARENT
        libc.prctl(15, name, 0, 0, 0)
        libc.prctl(4, 0, 0, 0, 0)  # its memory, and whose it is, are nobody's to see
        while True:
            time.sleep(3600)

# === zombies: leaves a hundred processes that ended and were not taken leave of.
orphans = 0
with suppress(OSError):
    for orphans in range(101):
        child = os.fork()
        if child == 0:
            try:
                os.fork()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
if orphans < 100:
    print("BREACH: orphans stay as zombies, and nothing can be started any more", orphans)
