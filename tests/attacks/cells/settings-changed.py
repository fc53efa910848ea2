# Changes everything that calculations and comparisons depend on: locale, time zone, limits, hooks.
# expects: status=ran, points=4
# beside: patched
# %%
import decimal
import gc
import locale
import os
import sys
import time
import warnings

import numpy

os.environ.update(TZ="Pacific/Kiritimati", LANG="tr_TR.UTF-8", PYTHONHASHSEED="0")
time.tzset()
os.umask(0o777)
os.chdir("/tmp")
decimal.getcontext().prec = 1
numpy.seterr(all="raise")
numpy.set_printoptions(threshold=0, precision=0)
sys.set_int_max_str_digits(640)
sys.excepthook = sys.unraisablehook = lambda *_: print("BREACH: a hook")
warnings.simplefilter("error")
gc.disable()
sys.path[:] = []
sys.dont_write_bytecode = False
