# Takes longer than it may.
# expects: timed out

# === asks-the-grader: sends requests for input that nobody answers, though it was told that there is nobody.
# beside: endless
kernel = get_ipython().kernel
kernel._allow_stdin = type(kernel)._allow_stdin = True
while True:
    with suppress(Exception):
        kernel._input_request("Your name? ", kernel.get_parent("shell"), password=False)

# === buffers-of-sockets: fills the buffers of thousands of sockets, memory that no process and no file is said to have.
for _ in range(50):
    with suppress(BlockingIOError):  # there may be no more processes
        if os.fork() == 0:
            with suppress(BaseException):  # else fifty tracebacks would be too much output
                kept = []
                with suppress(OSError):
                    while True:
                        kept += socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
                for one in kept:
                    one.setblocking(False)
                    with suppress(OSError):
                        while True:
                            one.send(b"x" * 100_000)
                time.sleep(60)
            os._exit(0)
time.sleep(30)

# === endless-answer: an answer that never comes, and takes no notice of being interrupted.
def target(numbers):
    while True:
        with suppress(BaseException):
            while True:
                pass

# === fork-bomb: starts processes without end.
children = 0
while children < 1000:
    with suppress(OSError):
        if os.fork() == 0:
            while True:
                with suppress(BaseException):
                    os.fork()
        children += 1
print("BREACH: a thousand processes")

# === keeps-the-lock: keeps Python's lock in code that is not Python's, so that no thread of the kernel can run.
time.sleep(0.5)
ctypes.PyDLL(None).sleep(3600)

# === many-branches: answers with a function of 60,000 branches, which takes what looks through its code minutes.
branches = "".join(f"    if numbers == {n}:\n        return {n}\n" for n in range(60_000))
exec(f"def target(numbers):\n{branches}")

# === mute-kernel: takes over the kernel's way of running code, and never answers again.
shell = get_ipython()

def stall(*arguments, **options):
    while True:
        with suppress(BaseException):
            time.sleep(1)

shell.run_cell = shell.run_cell_async = shell.user_expressions = stall

# === stopped-itself: stops itself as with Ctrl-Z, so that it neither runs nor ends.
time.sleep(0.5)
os.kill(os.getpid(), signal.SIGSTOP)
