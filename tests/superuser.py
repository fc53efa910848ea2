"""Tests that need root, which alone makes Unix users: skipped without it, or a failure."""

import os
import shutil

import pytest

is_root = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("useradd") is not None
if os.environ.get("LABKIT_REQUIRE_ROOT") and not is_root:
    raise RuntimeError(
        "These tests make Unix users, LABKIT_REQUIRE_ROOT is set, and this is not root, or there "
        "is no useradd (on Debian: apt install passwd)."
    )
needs_root = pytest.mark.skipif(not is_root, reason="only root makes Unix users, by useradd")
