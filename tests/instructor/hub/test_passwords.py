import threading
import unicodedata

import pytest

from labkit.instructor.hub import passwords


@pytest.fixture
def right(course):
    def told(password, name="ada"):
        return passwords.is_right(course, name, password)

    return told


def test_a_password_is_right_for_one_name_until_it_is_another(course, right):
    first, second = passwords.first_password(), passwords.first_password()
    assert first != second and len(first) == 12 and not right(first)
    for name, password in (("ada", first), ("ben", second), ("ada", second)):
        passwords.set_password(course, name, password)
        assert right(password, name) and not right(password, "eve")
    assert not right(first) and passwords.find_names(course) == {"ada", "ben"}
    for _ in "taken away twice":
        passwords.set_password(course, "ada", None)
        assert not right(second) and right(second, "ben")


def test_the_file_tells_no_password_nor_whose_are_alike_and_is_its_owner_s(course):
    for name in ("ada", "ben"):
        passwords.set_password(course, name, "correct horse")
    text = course.passwords.read_text()
    assert "correct" not in text and course.passwords.stat().st_mode & 0o777 == 0o600
    salts, hashes = zip(*passwords._read(course).values(), strict=True)
    assert len({*salts}) == len({*hashes}) == 2


def test_a_password_is_what_is_typed_and_no_more(course, right):
    typed = "mot de passe: ünïcode ﬁ１"
    passwords.set_password(course, "ada", typed)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert right(unicodedata.normalize(form, typed))
    # HMAC, of which scrypt is made, takes a key with bytes 0 behind it for the same.
    for other in ("\0", "\n", " ", "x"):
        assert not right(typed + other)
    for text in (
        "",
        "short",
        "a" * 1001,
        "a" * 1_000_000,
        "a\0" * 9,
        "\ud800" * 12,
        "a\u202eb" * 9,
    ):
        assert not passwords.fits(text) and not right(text)
    passwords.set_password(course, "ada", "ﷺ" * 1000)
    assert right("ﷺ" * 1000) and not right("ﷺ" * 999)


def test_a_name_without_a_password_costs_as_much_as_one_with_it(course, right, monkeypatch):
    passwords.set_password(course, "ada", "correct horse")
    costs, scrypt = [], passwords.hashlib.scrypt
    monkeypatch.setattr(
        passwords.hashlib,
        "scrypt",
        lambda *key, salt, **cost: costs.append(cost) or scrypt(*key, salt=salt, **cost),
    )
    assert right("correct horse")
    for name in ("ada", "eve", "root", ""):
        assert not right("wrong horse", name)
    # 16 MB and more: guessing from a stolen file needs as much for each guess.
    assert (
        len(costs) == 5 and costs == [costs[0]] * 5 and costs[0]["n"] * costs[0]["r"] * 128 >= 2**24
    )


def test_those_who_write_at_once_lose_nothing(course, right):
    names = [f"s{number}" for number in range(20)]
    threads = [
        threading.Thread(target=passwords.set_password, args=(course, name, f"{name} password"))
        for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert passwords.find_names(course) == {*names} and right("s7 password", "s7")


def test_a_damaged_file_lets_nobody_in_and_says_what_to_do(course, right):
    for damage in ("", "{"):
        course.passwords.write_text(damage)
        with pytest.raises(ValueError, match="passwords.json must be as labkit wrote it"):
            right("correct horse")
        with pytest.raises(ValueError, match="restore it from a backup"):
            passwords.set_password(course, "ada", "correct horse")
        assert course.passwords.read_text() == damage
