# Leaves objects whose ends act: finalizers, weak references, generators, in the middle of a question.
# expects: status=ran, points=4
# beside: between
# %%
import gc
import weakref


class Last:
    def __del__(self):
        globals()["target"] = lambda numbers: 6
        print("✓ target")


def generator():
    try:
        yield 6
    finally:
        globals()["target"] = lambda numbers: 78


def target(numbers):
    last, started = Last(), generator()
    weakref.finalize(last, print, "✓ target")
    return next(started)


gc.callbacks.append(lambda phase, about: globals().update(target=lambda numbers: 802.5))
