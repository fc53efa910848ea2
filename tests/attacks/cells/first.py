# What every notebook of attacks begins with: modules, and ways to ask for what is to be refused.
import ast, asyncio, atexit, builtins, ctypes, decimal, fcntl, gc, importlib.abc, itertools, math, mmap, os
import pickle, platform, resource, shutil, signal, site, socket, sqlite3, struct, subprocess, sys, threading
import time, types, warnings, weakref
from contextlib import suppress
from pathlib import Path

import numpy
from IPython.display import HTML, display, update_display

import labkit
from labkit.checks import in_kernel
from labkit.checks.plain_data import MIMETYPE, encode
from labkit.checks.questions import Case

libc = ctypes.CDLL(None, use_errno=True)

def attempt(what, *functions):
    for function in functions:
        with suppress(OSError):
            print("BREACH:", what, function())

def ask(*calls):
    for call in calls:
        if libc.syscall(*call) >= 0:
            print("BREACH: call", *call)
