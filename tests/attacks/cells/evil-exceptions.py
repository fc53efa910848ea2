# Stops with an error whose words never end, in every place where errors are shown.
# expects: status=too much output, points=4
# beside: outputs
# %%
class KeyboardInterrupt(Exception):
    def __str__(self):
        return "x" * 10**7

    __repr__ = __str__

    def _render_traceback_(self):
        return ["y" * 10**6] * 3


raise KeyboardInterrupt
