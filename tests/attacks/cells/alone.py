# Has a notebook alone.

# === end-of-python-in-an-answer: an answer that ends Python at once.
# expects: kernel died
def target(numbers):
    os._exit(0)

# === endless-loop: a loop that never ends.
# beside: endless
# expects: timed out
while True:
    pass

# === forged-messages: answers the grader's requests itself, with the key of its own kernel.
kernel = get_ipython().kernel
answer = {"status": "ok", "data": {MIMETYPE: '[{"value": 6}]' * 4}, "metadata": {}}

def forge():
    while True:
        parent = kernel.get_parent("shell")
        for content in ({"status": "ok"}, {"status": "ok", "user_expressions": {"answer": answer}}):
            for kind in ("execute_reply", "kernel_info_reply", "status", "no_such_kind"):
                kernel.session.send(kernel.iopub_socket, kind, content | {"execution_state": 7}, parent)
        kernel.session.send(kernel.iopub_socket, "display_data", {"data": 3}, parent)
        kernel.iopub_socket.send_multipart([b"no message", b"at all"])
        time.sleep(0.2)

threading.Thread(target=forge, daemon=True).start()

# === forked-in-an-answer: copies the kernel while it is asked, so that two answer, and one of them goes on in its name.
def target(numbers):
    os.fork()
    return 6

# === imported-instead: files handed in with the notebook take the names of labkit and of what it imports.
# files: labkit.py numpy.py json.py sitecustomize.py usercustomize.py ipykernel_launcher.py
target = lambda numbers: 6

# === redefined-functions: redefines what checks are made of: check, sum, all, math.isclose, numpy.testing; and what asks.
import numpy.testing

check = lambda *arguments: print("✓ target")
builtins.all = builtins.any = lambda items: True
builtins.sum = lambda items, start=0: 6
globals = locals = vars = dir = get_ipython = exit = quit = In = Out = _ = None
math.isclose = lambda *values, **options: True
for name in numpy.testing.__all__:
    setattr(numpy.testing, name, lambda *arguments, **options: None)
target = lambda numbers: None
