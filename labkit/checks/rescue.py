"""The course's version of an answer, for who is stuck: ``labkit.stuck("question")``."""

from typing import Any

from labkit.checks.guards import VERSIONS, course_version
from labkit.checks.outcomes import taken
from labkit.checks.questions import load_module, load_questions, tick_folder, unknown_question


def stuck(question: str) -> Any:
    """Give the course's version of an answer, so that your notebook can go on.

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
    path = folder / VERSIONS
    load_module(path)
    names = list(questions)
    found = course_version(str(path), names, question)
    if found is None:
        others = [name for name in names if course_version(str(path), names, name)]
        raise ValueError(
            f"the course has no version of {question} to give: nothing below needs it. "
            f"It has one of {', '.join(others) or 'no question'}."
        )
    print(f"This is the course's version of {question}: its points stay open.")
    if questions[question].cases[0].inputs is not None:
        return found
    taken.add(question)
    return found()
