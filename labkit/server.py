"""What the lab changes in the Jupyter server around it: Jupyter loads this when it starts.

In JupyterLab's terminal the command ``labkit`` is found, however the server was started.
"""

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

#: Shells that can be told by a line of their own what to look for first.
_SHELLS = ("sh", "bash", "dash", "ksh", "zsh")


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "labkit.server"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Change nothing more: Jupyter asks every extension for this function."""


def _link_jupyter_server_extension(server: Any) -> None:
    """Prepare the terminals, before the server makes their manager."""
    schemes = sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")
    folders = [sysconfig.get_path("scripts", scheme) for scheme in schemes]
    folder = next((each for each in folders if shutil.which("labkit", path=each)), None)
    if folder is None:
        return
    os.environ["PATH"] = os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])
    # Outside a terminal the shell logs in, as Jupyter has it, and what it reads sets the path anew.
    shell = os.environ.get("SHELL", "sh")
    if Path(shell).name in _SHELLS and os.name != "nt" and not sys.stdout.isatty():
        line = f'PATH={shlex.quote(folder)}:"$PATH" exec {shlex.quote(shell)}'
        command = {"shell_command": [shell, "-l", "-c", line]}
        server.terminado_settings = command | server.terminado_settings
