"""What a notebook's Python runs first: after a name that is missing it says what to do."""


def _tell(shell, kind, error, trace, tb_offset=None):
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
    print(
        "Have you just opened the notebook, or restarted it? Then run its first cell, and each cell "
        "above this one, first."
    )


# A terminal's Python runs this, too, and has no such shell.
if "get_ipython" in globals():
    get_ipython().set_custom_exc((NameError,), _tell)  # noqa: F821
