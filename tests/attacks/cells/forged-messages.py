# Answers the grader's requests itself, with the key of its own kernel.
# expects: status=ran, points=4
# %%
import threading
import time

from ipykernel.kernelapp import IPKernelApp

from labkit.checks.plain_data import MIMETYPE

kernel = IPKernelApp.instance().kernel
answer = {"status": "ok", "data": {MIMETYPE: '[{"value": 6}]' * 4}, "metadata": {}}


def forge():
    while True:
        parent = kernel.get_parent("shell")
        for content in ({"status": "ok"}, {"status": "ok", "user_expressions": {"answer": answer}}):
            for kind in ("execute_reply", "kernel_info_reply", "status", "no_such_kind"):
                kernel.session.send(
                    kernel.iopub_socket, kind, content | {"execution_state": 7}, parent
                )
        kernel.session.send(kernel.iopub_socket, "display_data", {"data": 3}, parent)
        kernel.iopub_socket.send_multipart([b"no message", b"at all"])
        time.sleep(0.2)


threading.Thread(target=forge, daemon=True).start()
