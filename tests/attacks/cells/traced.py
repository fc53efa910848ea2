# Traces and profiles all code that runs, to see the judges at their work.
# expects: status=ran, points=4
# beside: patched
# %%
import sys
import threading


def spy(frame, event, argument):
    names = frame.f_locals.keys() & {"expected", "judge", "hints", "passed"}
    if names and "labkit" in frame.f_code.co_filename:
        print("BREACH: sees", names, frame.f_code.co_filename)
    return spy


def target(numbers):
    sys.settrace(spy)
    sys.setprofile(spy)
    threading.settrace(spy)
    return sum(numbers)
