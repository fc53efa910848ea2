"""Pictures that a student's own function draws: ``labkit.explore("question", picture, ...)``."""

from collections.abc import Callable
from typing import Any

from labkit.checks.feedback import find_questions, passed
from labkit.notebook_env import is_watched

_FIRST = (
    'Your own {0} draws this. Run check("{1}", {0}) until its card says right; then move a control.'
)
_RAISED = 'The picture ended in {2}: {3}. Run check("{1}", {0}) again.'


def explore(question: str, picture: Callable[..., object], **controls: Any) -> None:
    """Let controls move a picture that your own function draws.

    Until the question's check has passed in this kernel, and where the picture ends in an error, a
    sentence stands in its place. Nothing is shown where nobody watches, as in a test.

    Parameters
    ----------
    question : str
        The question whose answer the picture calls, as ``check`` names it.
    picture : callable
        Draws or prints for one value of each control; it calls your function by its name.
    **controls
        Parameter of the picture -> its values, as ``ipywidgets.interact`` takes them: a pair or
        triple (lowest, highest, step), a list, True or False, or a widget.

    See Also
    --------
    check : Check the answer first.

    Examples
    --------
    In a tick's notebook::

        explore("tune-strong-weight", draw_accuracy, strong_weight=(1, 10))
    """
    if not is_watched():
        return  # nobody is there to move anything
    from IPython import get_ipython
    from ipywidgets import interact  # a tenth of a second
    from matplotlib import pyplot as plt

    answer = find_questions(question)[1][question].answer

    def draw(**values: Any) -> None:
        # Not the answer that passed once, but what has its name now.
        own = get_ipython().user_ns.get(answer)
        if own is None or own is not passed.get(question):
            print(_FIRST.format(answer, question))
            return
        try:
            # A browser that adds up steps comes to 3.9999999999999996.
            picture(**{k: round(v, 9) if type(v) is float else v for k, v in values.items()})
        except Exception as error:  # it may be anything
            plt.close("all")  # else what was drawn until then would be shown below the sentence
            print(_RAISED.format(answer, question, type(error).__name__, error))

    for control in interact(draw, **controls).widget.children:
        control.layout.max_width = "98%"  # else a narrow window cuts off the value beside a slider
        if control.has_trait("continuous_update"):
            control.continuous_update = False  # a slow picture would lag behind the hand
