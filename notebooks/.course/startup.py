"""What a notebook's Python runs first: after a name or an answer that is missing it says what to do."""


def _tell(shell, kind, error, trace, tb_offset=None):
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
    name = getattr(error, "name", None)
    if "'ellipsis' object" in str(error):
        print(
            "Three dots (...) still stand where an answer should: write the answer, and run its cell. "
            "Its check shows a line that lets you carry on without, where later cells need it."
        )
    elif kind is NameError and name in ("POS", "NEG", "positive", "negative"):
        print(f'Without quotes this is the name of a variable. The text is "{name}".')
    elif kind is NameError:
        print(
            "Have you just opened the notebook, or restarted it? Then run its first cell, and each cell "
            "above this one, first."
        )


# A terminal's Python runs this, too, and has no such shell.
if "get_ipython" in globals():
    get_ipython().set_custom_exc((NameError, TypeError, AttributeError), _tell)  # noqa: F821
