"""``python -m labkit.cli``: the command line."""

import sys

from labkit.cli import main

if __name__ == "__main__":
    sys.exit(main())
