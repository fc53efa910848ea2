# Takes over what shows values, and shows forged outcomes of every kind.
# expects: status=ran, points=4
# beside: patched
# %%
import sys

from IPython.display import display

from labkit.checks.plain_data import MIMETYPE

shell = get_ipython()
forged = {MIMETYPE: '[{"value": 6}]', "application/json": {"points": 7}, "text/plain": "7 of 7"}


class Shown:
    def _repr_mimebundle_(self, **options):
        return forged, {"nbgrader": {"points": 1000}}

    def _ipython_display_(self):
        display(forged, raw=True, metadata={"points": 7}, transient={"display_id": "score"})


shell.display_formatter.formatters["text/plain"].for_type(int, lambda value, *_: "3 of 3")
sys.displayhook = lambda value: print("3 of 3")
display(Shown())
display(forged, raw=True, display_id="score")
Shown()
