# What every notebook of attacks begins with: modules, and ways to ask for what is to be refused.
import ast
import asyncio
import atexit
import builtins
import ctypes
import decimal
import fcntl
import gc
import importlib.abc
import itertools
import math
import mmap
import os
import pickle
import platform
import resource
import shutil
import signal
import site
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import time
import types
import warnings
import weakref
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
