"""Outcomes: what becomes of each case when a student's answer is run."""

import copy
from contextlib import contextmanager
from importlib import import_module

from labkit.checks.plain_data import NotPlain, decode, encode


@contextmanager
def reserved(names):
    """Let library functions refuse to run: an answer should not call them.

    A function keeps its identity, so that an answer which imported it earlier
    is refused as well.

    Parameters
    ----------
    names : sequence of str
        As ``package.module:function``.

    Examples
    --------
    >>> from labkit.corpora import tokenize
    >>> with reserved(["labkit.corpora:tokenize"]):
    ...     outcome(tokenize, ("a film",))
    {'raised': 'PermissionError: this question asks for code of your own'}
    """
    functions = [
        getattr(import_module(module), name)
        for module, name in (reference.split(":") for reference in names)
    ]
    codes = [function.__code__ for function in functions]
    for function in functions:
        function.__code__ = _refuse.__code__
    try:
        yield
    finally:
        for function, code in zip(functions, codes, strict=True):
            function.__code__ = code


def _refuse(*arguments, **options):
    raise PermissionError("this question asks for code of your own")


def outcome(answer, inputs):
    """Run one case: what a student's answer gives for the inputs, as plain data.

    Parameters
    ----------
    answer : object
        The student's function, or value if `inputs` is None.
    inputs : tuple or None
        The function's arguments. It is given a copy of them.

    Returns
    -------
    dict
        One key: ``value`` (plain data), ``raised`` (a message), ``not_plain``
        (a kind), ``not_callable`` or ``unanswered`` (True).

    Examples
    --------
    >>> outcome(max, ([1, 3, 2],))
    {'value': 3}
    >>> outcome(len, (3,))
    {'raised': "TypeError: object of type 'int' has no len()"}
    """
    if answer is ... or answer is None:
        return {"unanswered": True}
    if inputs is not None and not callable(answer):
        return {"not_callable": True}
    try:
        value = answer if inputs is None else answer(*copy.deepcopy(inputs))
    except Exception as error:  # whatever the student's code does wrong
        return {"raised": f"{type(error).__name__}: {error}"[:500]}
    if value is ... or value is None:
        return {"unanswered": True}
    try:
        return {"value": decode(encode(value))}
    except NotPlain as error:
        return {"not_plain": str(error)}


def outcomes(answer, all_inputs, without=()):
    """Run all cases of a question.

    Parameters
    ----------
    answer : object
    all_inputs : list
        The inputs of each case, as for `outcome`.
    without : sequence of str
        Functions that the answer should not call, as for `reserved`.

    Returns
    -------
    list of dict
    """
    with reserved(without):
        return [outcome(answer, inputs) for inputs in all_inputs]
