"""What comes in answer to a request: a reply, outputs within bounds, and the end of it."""

import nbformat
import pytest
from jsonschema import ValidationError
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks.plain_data import MIMETYPE
from labkit.grading.notebook import execution
from labkit.grading.notebook.execution import LEFT_OUT, Ending, Waiting


def message(kind, **content):
    return {"header": {"msg_type": kind}, "msg_type": kind, "content": content, "metadata": {}}


def stream(text, name="stdout"):
    return message("stream", name=name, text=text)


def reply(data):
    return message("execute_reply", user_expressions={"answer": {"data": data}})


def outputs(*messages, keep=10_000):
    waiting = Waiting("id", keep)
    for one in messages:
        waiting.take_output(one)
    return waiting.ended(Ending.DONE)


def texts(found):
    return [output.text for output in found.outputs]


def test_an_answer_is_a_text_that_was_handed_over():
    waiting = Waiting("id", 0)
    assert not waiting.replied
    waiting.take_reply(reply({MIMETYPE: "the answer"}))
    assert waiting.replied
    assert waiting.ended(Ending.LATE).answer == "the answer"
    assert waiting.ended(Ending.LATE).ending is Ending.LATE


def test_what_is_no_text_is_no_answer():
    waiting = Waiting("id", 0)
    waiting.take_reply(reply({MIMETYPE: 3}))
    assert waiting.ended(Ending.DONE).answer is None
    with pytest.raises(KeyError):
        waiting.take_reply(reply({"text/plain": "x"}))


def test_a_message_of_another_kind_is_no_reply():
    waiting = Waiting("id", 0)
    waiting.take_reply(message("kernel_info_reply"))
    assert not waiting.replied


def test_it_is_over_with_the_reply_and_the_last_output_or_after_a_while(monkeypatch):
    waiting = Waiting("id", 0)
    waiting.take_output(message("status", execution_state="idle"))
    assert not waiting.over
    waiting.take_reply(reply({MIMETYPE: "x"}))
    assert waiting.over
    waiting = Waiting("id", 0)
    waiting.take_reply(reply({MIMETYPE: "x"}))
    assert not waiting.over
    monkeypatch.setattr(execution, "GRACE", -1)
    assert waiting.over


def test_lines_of_one_stream_are_joined():
    found = outputs(stream("a"), stream("b"), stream("c", "stderr"), stream("d"))
    assert texts(found) == ["ab", "c", "d"]
    assert not found.cut


def test_output_is_cleared_at_once_or_with_what_comes_next():
    clear = message("clear_output", wait=False)
    later = message("clear_output", wait=True)
    assert texts(outputs(stream("a"), clear)) == []
    assert texts(outputs(stream("a"), later)) == ["a"]
    assert texts(outputs(stream("a"), later, stream("b"))) == ["b"]


def test_output_beyond_what_is_kept_is_left_out():
    found = outputs(stream("a" * 500), stream("b" * 500), stream("c"), keep=800)
    assert found.cut and found.kept == 800
    assert texts(found)[0] == "a" * 500
    assert 0 < texts(found)[1].count("b") < 500
    assert found.outputs[-1] == LEFT_OUT
    picture = message("display_data", data={"image/png": "x" * 900}, metadata={})
    assert outputs(picture, keep=800).outputs == [LEFT_OUT]


def test_what_just_fits_is_kept():
    size = outputs(stream("a" * 100)).kept
    assert not outputs(stream("a" * 100), keep=size).cut
    assert outputs(stream("a" * 100), keep=size - 1).cut


def test_what_is_no_output_is_refused():
    with pytest.raises(ValidationError):
        outputs(stream({"x": 1}))
    assert outputs(message("comm_open", comm_id="x")).outputs == []


@pytest.mark.parametrize("ending", Ending)
def test_a_kernel_is_lost_unless_it_has_done_what_it_was_asked(ending):
    assert ending.loses_kernel == (ending not in (Ending.DONE, Ending.LATE))


def test_outputs_can_be_written_to_a_file():
    half = "a\ud800b"
    shown = message("display_data", data={"text/plain": [half, half], half: "c"}, metadata={})
    found = outputs(
        stream(half), shown, message("error", ename=half, evalue=half, traceback=[half])
    )
    assert len(found.outputs) == 3
    written = nbformat.writes(new_notebook(cells=[new_code_cell(outputs=found.outputs)]))
    assert "a?b" in written.encode().decode() and half not in written


def test_a_line_that_came_in_two_pieces_around_the_other_stream_is_one():
    pieces = [stream("three", "stderr"), stream("one\ntwo\n"), stream("\n", "stderr"), stream("x")]
    assert texts(outputs(*pieces)) == ["three\n", "one\ntwo\nx"]


def test_what_comes_behind_another_output_is_not_joined():
    shown = message("display_data", data={"text/plain": "4"}, metadata={})
    found = outputs(stream("a"), stream("e", "stderr"), shown, stream("\n"), stream("f", "stderr"))
    assert [one.get("text", "4") for one in found.outputs] == ["a", "e", "4", "\n", "f"]


def test_a_request_is_forgotten_that_the_kernel_has_left_without_a_reply(monkeypatch):
    waiting = Waiting("id", 0)
    waiting.take_output(message("status", execution_state="idle"))
    assert not waiting.forgotten
    monkeypatch.setattr(execution, "GRACE", -1)
    assert waiting.forgotten
    waiting.take_output(message("status", execution_state="busy"))
    assert not waiting.forgotten
