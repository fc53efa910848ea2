"""What the lab changes in the Jupyter server around it: Jupyter loads this when it starts.

In JupyterLab's terminal the command ``labkit`` is found, however the server was started; and in a
student's lab nbgrader's tools, which are a teacher's, are not shown, should they be installed. On a
hub students have one of them, the list of assignments, and the course says which.
"""

import os
import shlex
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Any

#: The part of nbgrader that JupyterLab shows.
TEACHERS_TOOLS = "@jupyter/nbgrader"

#: The variable that JupyterHub tells a server by whose it is.
HUB = "JUPYTERHUB_USER"

#: Shells that can be told by a line of their own what to look for first.
_SHELLS = ("sh", "bash", "dash", "ksh", "zsh")


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "labkit.server"}]


def _link_jupyter_server_extension(server: Any) -> None:
    """Prepare the terminals, before the server makes their manager."""
    folder = commands_folder()
    if folder is None:
        return
    os.environ["PATH"] = os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])
    if "shell_command" not in server.terminado_settings:
        command = shell(folder, os.environ.get("SHELL", ""), sys.stdout.isatty())
        settings = {**server.terminado_settings, "shell_command": command}
        server.terminado_settings = settings if command else server.terminado_settings


def _load_jupyter_server_extension(server: Any) -> None:
    """Hide the teacher's tools in a student's lab."""
    settings = server.web_app.settings
    before = settings.get("page_config_hook")

    def hook(handler: Any, page: dict[str, Any]) -> dict[str, Any]:
        page = before(handler, page) if before else page
        if is_students(Path(server.root_dir)) and HUB not in os.environ:
            disabled = page.get("disabledExtensions", [])
            page["disabledExtensions"] = [*disabled, TEACHERS_TOOLS]
        return page

    settings["page_config_hook"] = hook


def commands_folder() -> str | None:
    """Find where the command ``labkit`` of this environment is.

    Returns
    -------
    str or None
        The folder; None if there is none: ``python -m labkit`` works all the same.

    See Also
    --------
    shell : Let a terminal look there.
    """
    places = [sysconfig.get_path("scripts", scheme) for scheme in _schemes()]
    return next((place for place in places if shutil.which("labkit", path=place)), None)


def _schemes() -> list[str]:
    return [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]


def shell(folder: str, program: str, in_terminal: bool) -> list[str] | None:
    """Say how to start a terminal's shell so that it looks into a folder first.

    Parameters
    ----------
    folder : str
        Where commands are.
    program : str
        The user's shell; "" if unknown.
    in_terminal : bool
        Whether the server itself was started in a terminal. If not, the shell begins like one
        that somebody logs in to, as Jupyter has it, and what it reads then may set the path anew.

    Returns
    -------
    list of str, or None
        The command; None where Jupyter's own does.

    See Also
    --------
    commands_folder : The folder of ``labkit``.

    Examples
    --------
    >>> shell("/lab/bin", "/bin/bash", in_terminal=False)
    ['/bin/bash', '-l', '-c', 'PATH=/lab/bin:"$PATH" exec /bin/bash']
    """
    program = program or shutil.which("sh") or ""
    if in_terminal or os.name == "nt" or Path(program).name not in _SHELLS:
        return None
    line = f'PATH={shlex.quote(folder)}:"$PATH" exec {shlex.quote(program)}'
    return [program, "-l", "-c", line]


def is_students(folder: Path) -> bool:
    """Tell whether a folder is in a student's lab, or holds one and no other.

    Parameters
    ----------
    folder : Path
        What the server shows.

    Returns
    -------
    bool
        Whether the labs there lack what grades them. Where there is no lab, the installed
        labkit decides.

    See Also
    --------
    shell : What else depends on where the server runs.
    """
    above = next((lab for lab in map(_lab, [folder, *folder.parents]) if lab), None)
    labs = [above] if above else [lab for lab in map(_lab, _folders(folder)) if lab]
    if labs:
        return not any((lab / "grading").is_dir() for lab in labs)
    return find_spec("labkit.grading") is None


def _lab(folder: Path) -> Path | None:
    lab = folder / "labkit"
    return lab if (lab / "checks").is_dir() else None


def _folders(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if each.is_dir()]
    except OSError:  # not ours to read
        return []
