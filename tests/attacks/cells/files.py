# Reaches for files, the network and the environment.
# beside: files

# === file-of-10-gb: writes a file of 10 GB, and then many smaller ones.
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
written, block = 0, bytes(10**6)
for folder in (".", "/tmp", "/dev/shm", "/run/kernel", "/", "/dev", "/usr", "/student"):
    for i in range(20):
        with suppress(OSError), open(f"{folder}/large-{i}", "wb") as file:
            for _ in range(10_000):
                written += file.write(block)
        if written > 300 * 10**6:
            break
if written > 300 * 10**6:
    print("BREACH: wrote", written)

# === hidden-cases-on-the-disk: looks everywhere for hidden cases, tests, notebooks and the grader's own files.
lab = os.path.dirname(os.path.dirname(labkit.__file__))
for folder, folders, names in os.walk(lab):
    folders[:] = [name for name in folders if name not in ("site-packages", "proc")]
    for name in names:
        if name == "hidden.py" or name.endswith((".ipynb", ".db", ".jsonl")) or "/tests/attacks" in folder:
            print("BREACH: sees", folder, name)
for name in ("/home", "/root/.ssh", "/var", "/etc/shadow", "/etc/hosts", "/sys", "/boot", "/srv", "/opt"):
    if not lab.startswith(f"{name}/"):  # the lab may lie there, and lead to itself
        attempt(name, lambda: os.listdir(name), lambda: open(name).read())

# === in-the-place-of-sockets: puts links in the place of the kernel's sockets, and fills their folder.
with suppress(OSError):
    for name in os.listdir("/run/kernel"):
        os.unlink(f"/run/kernel/{name}")
        os.symlink("CLASSROOM/socket", f"/run/kernel/{name}")

# === many-small-files: makes a hundred thousand empty files, which take memory though they have no content.
os.mkdir("/tmp/many")
with suppress(OSError):
    for number in range(100_000):
        os.close(os.open(f"/tmp/many/{number}", os.O_CREAT))

# === network: reaches for the network, and for a server on this machine.
for host in ("127.0.0.1", "localhost"):
    attempt(f"connected to {host}", lambda: socket.create_connection((host, PORT), timeout=1).send(b"SECRET"))
# No address outside is tried: without an interface, none can be reached.
if [name for _, name in socket.if_nameindex() if name != "lo"]:
    print("BREACH: there is a network")
outward = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
attempt("a way out", lambda: outward.connect(("192.0.2.1", 53)))  # an address for examples; sends nothing

# === print-1-gb: prints a billion characters.
for i in range(1000):
    print("x" * 999_999)

# === read-the-environment: reads environment variables, its own and those of every process that it can see.
found = [str(dict(os.environ)).encode()]
for path in Path("/proc").glob("*/environ"):
    with suppress(OSError):
        found.append(path.read_bytes())
for text in found:
    if b"SECRET" in text:
        print("BREACH: the environment", text)

# === read-what-is-not-for-students: reads hidden cases, solutions, another submission, the gradebook, and /etc/passwd.
for root in ("", "/proc/1/root", "/proc/self/root"):
    for name in ("CLASSROOM", "/etc/passwd", "/root/.bashrc", "/student/work/.."):
        files = [Path(root + name)]
        with suppress(OSError):
            files += files[0].rglob("*")
        for file in files:
            with suppress(OSError):
                text = file.read_bytes()
                if b"SECRET" in text or b"root:" in text:
                    at = max(text.find(b"SECRET"), 0)
                    print("BREACH:", file, text[at : at + 200])

# === write-to-labkit: changes labkit, the interpreter's packages, and the file of the checks, for those who come after.
for name in (labkit.__file__, numpy.__file__, sys.executable, "/usr/bin/env"):
    attempt(name, lambda: open(name, "ab"))
Path(".course/checks.py").write_text("QUESTIONS = []")

# === write-to-the-gradebook: gives itself a better mark in the gradebook, and changes another submission.
with suppress(sqlite3.Error, OSError), sqlite3.connect("CLASSROOM/gradebook.db") as gradebook:
    gradebook.execute("UPDATE grade SET auto_score = 100")
    print("BREACH: wrote to the gradebook")
other = Path("CLASSROOM/submitted/ada/tick-attacked/tick-attacked.ipynb")
attempt("another submission", lambda: other.write_text(other.read_text().replace("SECRET", "CHANGED")))
