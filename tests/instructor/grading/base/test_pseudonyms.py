"""Pseudonyms: the same with the same secret, and nobody else's."""

import hashlib
import hmac
import stat

from labkit.instructor.grading.base.pseudonyms import pseudonym, read_secret


def test_a_pseudonym_is_made_with_a_secret_that_is_made_once_for_its_owner_alone(tmp_path):
    path = tmp_path / "new" / "er" / "secret"
    secret = read_secret(path)
    assert len(secret) == 64 and read_secret(path) == secret != read_secret(tmp_path / "other")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("my own\n")
    assert read_secret(path) == b"my own"
    digest = hmac.new(b"my own", "Ä".encode(), hashlib.sha256).hexdigest()
    assert pseudonym(b"my own", "Ä") == digest[:16]
