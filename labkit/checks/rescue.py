"""The course's version of an answer, for who is stuck: ``labkit.stuck("question")``."""

from pathlib import Path
from typing import Any

from labkit.checks.guards import VERSIONS, Version, gave_up
from labkit.checks.questions import load_module, load_questions, tick_folder, unknown_question


def load_versions(folder: Path, order: list[str]) -> dict[str, Version]:
    """Load the course's versions of answers to a tick's questions, which are named in their order."""
    held = vars(load_module(folder / VERSIONS)).values()
    versions = {value.question: value for value in held if isinstance(value, Version)}
    for one in versions.values():
        one.order = order
    return versions


def stuck(question: str) -> Any:
    """Return the course's version of an answer, so that your notebook can go on.

    The points of that question stay open, and so do those of any answer that is built on it. Write
    your own later: take this line out, and run the notebook again from the top.

    Parameters
    ----------
    question : str
        The question's name, as ``check`` is called with it.

    Returns
    -------
    object
        A function, or where the question asks for a value, the value.

    Raises
    ------
    ValueError
        If the tick has no such question, or no version of its answer.
    FileNotFoundError
        If the notebook is not in the folder it came in.

    See Also
    --------
    labkit.check : Check an answer of your own.

    Examples
    --------
    In a tick's notebook::

        classify = labkit.stuck("classify")
    """
    folder = tick_folder()
    questions = load_questions(folder)
    if not isinstance(question, str) or question not in questions:
        raise ValueError(unknown_question(question, questions))
    versions = load_versions(folder, list(questions))
    if question not in versions:
        raise ValueError(
            f"the course has no version of {question} to give: nothing below needs it. "
            f"It has one of {', '.join(n for n in questions if n in versions) or 'no question'}."
        )
    print(f"This is the course's version of {question}: its points stay open.")
    if questions[question].cases[0].inputs is not None:
        return versions[question]
    gave_up.add(question)
    return versions[question]()
