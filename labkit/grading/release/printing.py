"""Print a page with the browser that is there."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

#: Browsers that print without a window, by their commands.
BROWSERS = "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"

#: How long a page may take.
SECONDS = 120

# As few ways as possible for the browser itself to speak to the world.
_QUIET = (
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
)


def find_browser() -> str | None:
    """Find a browser that can print, or None."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def print_page(page: Path, paper: Path, browser: str) -> None:
    """Print a page to a PDF file.

    Parameters
    ----------
    page : Path
        The HTML.
    paper : Path
        The PDF to write; nothing is left there if it does not work.
    browser : str
        The browser's command, as of `find_browser`.

    Raises
    ------
    OSError
        If the browser makes no PDF of it in time.
    """
    # A browser of root has no sandbox of its own to offer; the page is ours and runs no script.
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        made = Path(scratch) / "made.pdf"
        command = [browser, *_QUIET, *root, f"--user-data-dir={scratch}/profile"]
        command += [f"--print-to-pdf={made}", page.resolve().as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise OSError(f"{browser} did not print {page.name} in {SECONDS} s") from None
        if not made.is_file() or not made.read_bytes().startswith(b"%PDF"):
            why = (done.stderr.strip().splitlines() or ["it does not say why"])[-1]
            raise OSError(f"{browser} could not print {page.name}: {why}")
        shutil.move(made, paper)
