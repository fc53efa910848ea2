"""Starts a kernel beside itself, and speaks with it for the grader: ``client.py CHANNEL``.

It runs inside the sandbox, and is trusted no more than the kernel: the student's code runs as the same
user, and may take it over. CHANNEL is the descriptor of one end of a socket pair, of which the grader
has the other.
"""

# On the channel pass lines of JSON. To here: [code, expression, kinds of outputs to tell] is to be
# executed; null interrupts that. From here: [kind, content], as ``Reply.take`` of kernel.py reads it.

import json
import os
import shlex
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import zmq
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.connect import write_connection_file

# ignore_cwd: no module of the student's is taken for one of the kernel's.
OPTIONS = shlex.split("--IPKernelApp.ignore_cwd=True --HistoryManager.enabled=False")
#: Milliseconds between looks at whether the kernel lives.
LOOK = 100


class Client:
    """The one connection to a kernel that was started, and what is asked of it."""

    def __init__(self, channel: socket.socket, kernel: int, connection: str) -> None:
        self._channel, self._kernel, self._unread = channel, kernel, b""
        self._client = BlockingKernelClient(connection_file=connection)
        self._client.load_connection_file()
        self._client.start_channels(stdin=False, hb=False)
        self._shell = self._client.shell_channel.socket
        self._iopub = self._client.iopub_channel.socket
        # The request that goes on, what kinds of outputs to tell of it, and how far it is.
        self._request, self._replied, self._idle = "", False, False
        self._kinds: list[str] = []

    def run(self) -> None:
        """Do what the grader says until it closes the channel, or the kernel ends."""
        # Outputs reach those who are known to listen: ask until one comes.
        while not self._iopub.poll(LOOK):
            self._client.kernel_info()
            if self._has_ended():
                return
        poller = zmq.Poller()
        for source in (self._channel.fileno(), self._shell, self._iopub):
            poller.register(source, zmq.POLLIN)
        while (ready := dict(poller.poll(LOOK))) or not self._has_ended():
            if self._channel.fileno() in ready:
                received = self._channel.recv(2**16)
                if not received:
                    return
                *lines, self._unread = (self._unread + received).split(b"\n")
                for line in lines:
                    self._obey(json.loads(line))
            for source in {self._shell, self._iopub} & ready.keys():
                with suppress(Exception):  # whatever is no message, or of no known form
                    self._pass_on(self._client.session.recv(source)[1])

    def _has_ended(self) -> bool:
        return os.waitpid(self._kernel, os.WNOHANG)[0] != 0

    def _obey(self, order: list[Any] | None) -> None:
        if order is None:
            interrupt = self._client.session.msg("interrupt_request", content={})
            self._client.control_channel.send(interrupt)
            return
        code, expression, self._kinds = order
        self._replied = self._idle = False
        self._request = self._client.execute(
            code,
            store_history=bool(code),
            user_expressions={"answer": expression} if expression else {},
            allow_stdin=False,
            stop_on_error=False,
        )

    def _pass_on(self, message: dict[str, Any]) -> None:
        """Tell the grader of a message, if it belongs to the request that goes on."""
        kind, content = message["msg_type"], message["content"]
        if message["parent_header"]["msg_id"] != self._request or (self._replied and self._idle):
            return
        if kind == "execute_reply":
            self._replied = True
            answer = content.get("user_expressions", {}).get("answer", {})
            self._tell("reply", answer.get("data"))
        elif kind == "status":
            self._idle = content["execution_state"] == "idle"
            self._tell("idle", self._idle)
        elif kind in self._kinds:
            self._tell(kind, content)

    def _tell(self, kind: str, content: Any) -> None:
        line = json.dumps([kind, content], ensure_ascii=False).encode("utf8", "surrogatepass")
        self._channel.sendall(line + b"\n")


def main(channel: socket.socket) -> None:
    """Start a kernel, and speak with it."""
    folder = Path(__file__).parent
    # No key: the student's code could read it.
    connection, _ = write_connection_file(
        str(folder / "connection.json"), transport="ipc", ip=str(folder / "k")
    )
    kernel = os.fork()  # it need not load again what is loaded here
    if kernel == 0:
        channel.close()  # before any of the student's code runs
        from ipykernel.kernelapp import launch_new_instance

        sys.argv[1:] = ["-f", connection, *OPTIONS]
        launch_new_instance()
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is meant for the kernel
    try:
        Client(channel, kernel, connection).run()
    finally:
        os._exit(0)  # without waiting for what can no longer be sent


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
