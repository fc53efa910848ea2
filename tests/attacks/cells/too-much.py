# Takes or sends more than it may.

# === allocation-by-many: each of its processes takes less memory than is allowed, and all together take more.
# expects: too much memory
for i in range(30):
    if os.fork() == 0:
        hoard = bytearray(b"x") * (150 * 10**6)
        time.sleep(60)
        os._exit(0)
time.sleep(60)

# === allocation: wants 50 GB of memory.
hoard = bytearray(50 * 10**9)
print("BREACH: 50 GB of memory")

# === changed-client: changes in the memory of what speaks with the grader how its lines end, so that none does; the kernel is a copy of it, with the same addresses.
# expects: too much output
with suppress(OSError), open(f"/proc/{os.getppid()}/mem", "r+b", buffering=0) as memory:
    memory.seek(id(b"\n") + bytes.__basicsize__ - 1)
    memory.write(b"x")
for _ in range(6):
    display({"text/plain": "y" * 10**6}, raw=True)
time.sleep(15)

# === data-without-end: shows a million small objects at once, which take a hundred times as much memory where they are read.
# expects: too much output
kernel = get_ipython().kernel
content = {"data": {"application/json": [{"a": 0}] * 900_000}, "metadata": {}}
kernel.session.send(kernel.iopub_socket, "display_data", content, kernel.get_parent("shell"))

# === evil-exceptions: stops with an error whose words never end, in every place where errors are shown.
# expects: too much output
class KeyboardInterrupt(Exception):
    def __str__(self):
        return "x" * 10**7

    __repr__ = __str__

    def _render_traceback_(self):
        return ["y" * 10**6] * 3

raise KeyboardInterrupt

# === flood-of-short-messages: threads that send messages without end, in later cells as well.
# expects: too much output
def send():
    while True:
        display({"text/plain": "flood " * 2000}, raw=True)

for i in range(3):
    threading.Thread(target=send, daemon=True).start()
time.sleep(15)

# === message-without-end: writes frames of a message that never ends into the client's end of a socket, past the library that would hold them back.
# expects: too much memory
frame = b"\x03" + struct.pack(">Q", 2**20) + bytes(2**20)

def send(end):
    for _ in range(3000):
        end.sendall(frame)

for descriptor in map(int, os.listdir("/proc/self/fd")):
    with suppress(OSError):
        end = socket.socket(fileno=os.dup(descriptor))
        if end.getsockname() == "/run/kernel/k-2" and not end.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            end.setblocking(True)
            threading.Thread(target=send, args=[end], daemon=True).start()
time.sleep(15)

# === print-past-the-printer: prints without end, past labkit's shortening of what is printed.
# expects: too much output
while True:
    type(sys.stdout).write(sys.stdout, "y" * 100_000)
    sys.stdout.flush()

# === silent-kernel: closes what its outputs go through, so that nobody hears when a cell has ended.
# expects: too much output
get_ipython().kernel.iopub_thread.stop()
