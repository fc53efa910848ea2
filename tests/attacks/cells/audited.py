# Hears of all that Python does, by audit hooks that cannot be taken away, and looks for what is hidden.
# expects: status=ran, points=4
# beside: rewritten
# %%
import sys


def hear(event, arguments):
    if event in ("open", "import", "exec", "compile", "socket.connect", "os.putenv"):
        told = str(arguments)
        if "hidden.py" in told or "SECRET" in told or "802.5" in told:
            sys.__stdout__.write("BREACH: heard of " + told)


sys.addaudithook(hear)
