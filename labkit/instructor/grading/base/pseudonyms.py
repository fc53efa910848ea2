"""Names in the place of students': made with a secret, without which nobody finds out whose they are."""

import hmac
import secrets
from pathlib import Path


def read_secret(path: Path) -> bytes:
    """Read a secret from a file of one's own, which is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)
    if not path.stat().st_size:
        path.write_text(secrets.token_hex(32))
    return path.read_bytes().strip()


def pseudonym(secret: bytes, name: str) -> str:
    """Return what stands for a name: the same each time with the same secret.

    >>> pseudonym(b"secret", "ann")
    'aad4e6199b77de33'
    """
    return hmac.digest(secret, name.encode(), "sha256").hex()[:16]
