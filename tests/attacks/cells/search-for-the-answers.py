# Searches the kernel's memory for expected values and for judges while it is asked.
# expects: status=ran, points=4
# beside: answers
# %%
def target(numbers):
    import gc
    import sys

    from labkit.checks.questions import Case

    for found in gc.get_objects():
        if type(found) is Case and found.inputs == (numbers,):
            for value in (6, 78, 802.5, 0):
                if found.judge(value) is None and found.label:
                    print("BREACH: a hidden judge")
                    return value
    frame = sys._getframe()
    while frame:
        for name in ("expected", "question", "judge", "case"):
            if name in frame.f_locals:
                print("BREACH: sees", name)
        frame = frame.f_back
    raise LookupError
