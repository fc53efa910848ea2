"""The service of a course with a lab of its own, to be killed.

python -m tests.hub.service_of FOLDER LAB PAUSE
"""

import sys
import threading
from pathlib import Path

from labkit.hub.service import run

if __name__ == "__main__":
    run(sys.argv[1], threading.Event(), Path(sys.argv[2]), pause=float(sys.argv[3]))
