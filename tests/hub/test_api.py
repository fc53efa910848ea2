import socket
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from labkit.hub import api, sockets


def test_what_a_hub_answers_is_told_apart(course, monkeypatch):
    assert api.is_running(course) is False
    sockets.make_sockets(course)
    course.cli_token.write_text("own\n")
    with socket.socket(socket.AF_UNIX) as hub:
        hub.bind(str(sockets.find_socket(course, "hub")))
        hub.listen()
        answers = ((200, b'{"version": 6}', None), (204, b"", None))
        for status, text, error in (*answers, (400, b"{}", OSError), (404, b"", LookupError)):
            answer = SimpleNamespace(status=status, reason="why", read=lambda text=text: text)
            monkeypatch.setattr(api.HTTPConnection, "getresponse", lambda self, one=answer: one)
            with pytest.raises(error, match="users/a%2Fb") if error else nullcontext():
                api.end_server(course, "a/b")
            with hub.accept()[0] as came:
                asked = came.recv(10_000)
            assert (
                asked.startswith(b"DELETE /hub/api/users/a%2Fb/server ") and b"token own" in asked
            )
            if status != 404:
                assert api.is_running(course) is (status == 200)
                hub.accept()[0].close()
