"""What the lab changes in the Jupyter server around it: Jupyter loads this when it starts.

In JupyterLab's terminal the command ``labkit`` is found, however the server was started. A notebook
that was only opened is not marked as changed.
"""

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

#: Bytes that are handed in at once: a hub's service and graders take no larger file. It stands here
#: because students' servers, which send the file, have this room and none of the instructors'.
LARGEST_HANDED_IN = 50_000_000

#: Shells that can be told by a line of their own what to look for first.
_SHELLS = ("sh", "bash", "dash", "ksh", "zsh")


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "labkit.server"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Have notebooks of Python read as saved by this one: JupyterLab takes another for a change."""
    from ipykernel.ipkernel import IPythonKernel

    mark = server.contents_manager.mark_trusted_cells

    def read(notebook: Any, path: str) -> None:
        mark(notebook, path)  # whom it trusts, it knows by what is in the file
        language = notebook.metadata.get("language_info", {})
        if "python" in language.values():
            language.update(IPythonKernel.language_info)

    server.contents_manager.mark_trusted_cells = read


def _link_jupyter_server_extension(server: Any) -> None:
    """Prepare the terminals, before the server makes their manager."""
    folders = [
        sysconfig.get_path("scripts", scheme)
        for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user"))
    ]
    folder = next((each for each in folders if shutil.which("labkit", path=each)), None)
    if not folder:
        return
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    # Outside a terminal the shell logs in, as Jupyter has it, and what it reads sets the path anew.
    shell = os.environ.get("SHELL", "sh")
    if Path(shell).name in _SHELLS and os.name != "nt" and not sys.stdout.isatty():
        line = f'PATH={shlex.quote(folder)}:"$PATH" exec {shlex.quote(shell)}'
        command = {"shell_command": [shell, "-l", "-c", line]}
        server.terminado_settings = command | server.terminado_settings
