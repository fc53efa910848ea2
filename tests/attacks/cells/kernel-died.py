# Ends its kernel.
# expects: kernel died

# === cut-the-line: closes what the kernel speaks through.
# beside: cut-or-ended
os.closerange(3, 256)

# === do-shutdown: tells its own kernel to shut down and start again; the other cells run once more without it.
# beside: shut-or-killed
get_ipython().kernel.do_shutdown(True)
time.sleep(0.3)  # it ends 0.1 s later, if it is not done by then

# === end-of-python: ends Python at once.
# beside: cut-or-ended
os._exit(0)

# === for-the-next-kernel: leaves code for the kernel that comes after it: start files, modules, variables, and then dies.
if os.path.exists("/tmp/left") or os.environ.get("LEFT") or "left" in sys.modules:
    print("BREACH: another kernel left something")
code = "open('/tmp/left', 'w'); import labkit.checks.in_kernel as k; k.hand_over = None"
for name in (
    "/student/.ipython/profile_default/startup/00.py", "/student/.ipython/profile_default/ipython_config.py",
    "/student/.jupyter/ipython_kernel_config.py", f"{site.getusersitepackages()}/sitecustomize.py",
    f"{site.getusersitepackages()}/evil.pth", "/student/work/sitecustomize.py",
    "/student/work/ipykernel_launcher.py", "/student/.bashrc",
):
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(code)
os.environ.update(LEFT="1", LD_PRELOAD="/student/work/evil.so", PYTHONPATH="/student/work",
                  PYTHONSTARTUP="/student/work/sitecustomize.py", BASH_ENV="/student/.bashrc")
os.kill(os.getpid(), 11)

# === kill-everything: kills every process that it can.
# beside: shut-or-killed
for pid in [*{*range(1, 40)} - {os.getpid()}, -1]:
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
os.kill(os.getpid(), signal.SIGKILL)

# === kill-the-client: kills what speaks with the grader, and leaves another in its place.
Path("/run/kernel/client.py").write_text("print('BREACH: another client')")
os.kill(os.getppid(), signal.SIGKILL)
time.sleep(15)

# === later-death: a thread that ends Python while another cell runs.
threading.Thread(target=lambda: (time.sleep(0.3), os._exit(1)), daemon=True).start()
# %%
time.sleep(1)

# === loop-stopped: stops what the kernel listens by, so that it is there and answers no more.
get_ipython().kernel.io_loop.add_callback(get_ipython().kernel.io_loop.stop)
