# Sets alarms and handlers that run in later cells and while questions are asked.
# expects: status=ran, points=4
# beside: left-behind
# %%
import signal


def ring(number, frame):
    print("BREACH: shown" if frame is None else "", end="")


for number in (signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGUSR1, signal.SIGXCPU):
    signal.signal(number, ring)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
signal.setitimer(signal.ITIMER_PROF, 0.05, 0.05)
