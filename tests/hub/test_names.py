import pytest

from labkit.hub.names import CLI, SERVICE, as_username


@pytest.mark.parametrize(
    ("written", "name"),
    [
        *(("ada", "ada"), ("Ada", "ada"), ("ada@uni.example", "ada@uni.example"), ("1001", "1001")),
        *(("a_b-c.d", "a_b-c.d"), ("a" * 64, "a" * 64)),
    ],
)
def test_who_can_sign_in(written, name):
    assert as_username(written) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "-ada", "ada+1", "ådä", "a" * 65, "a/b", "..", "con", ".", "@x", "_x", "ada.", "a b"),
        *("a\nb", "a\0", "аda", "ada:0", "a,b", "$(id)", "a'b", "%2e", "\u202eada"),
        *(SERVICE, CLI, "Labkit"),
    ],
)
def test_who_cannot(name):
    with pytest.raises(ValueError, match="must"):
        as_username(name)
