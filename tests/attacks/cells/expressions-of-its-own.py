# Answers the question itself, in forms that the judge does not expect.
# expects: status=ran, points=4
# beside: patched
# %%
from labkit.checks.plain_data import MIMETYPE

shell = get_ipython()
evaluate, forms = shell.user_expressions, iter(
    ['[{"value": 6}' + ", 0" * 100_000 + "]", "[" * 100_000, '{"value": 6}', '"\\ud800"', 7, None, ["a"], ""]
)


def instead(expressions):
    if "'target'" in str(expressions):
        data = {MIMETYPE: next(forms, "null")}
        return {"answer": {"status": "ok", "data": data, "metadata": {}}}
    return evaluate(expressions)


shell.user_expressions = instead


def target(numbers):
    return None
