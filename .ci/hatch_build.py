"""What an installation of the lab's own folder brings besides: its settings of the Jupyter around it."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Settings(BuildHookInterface):
    """Give them to an editable installation; a wheel, wherever it goes, changes nobody's Jupyter."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files and their places, below the environment's folder."""
        if version == "editable":
            build_data["shared_data"] = {
                # JupyterLab's question about news and its notes on updates would cover a notebook's
                # corner. Switching off the server's side of them leaves the question.
                "labkit/jupyterlab.json": "share/jupyter/lab/settings/overrides.d/labkit.json",
                # JupyterLab's terminal finds `labkit`.
                "labkit/jupyter_server.json": "etc/jupyter/jupyter_server_config.d/labkit.json",
            }
