"""JupyterHub's database, whole and damaged."""

import sqlite3
from dataclasses import replace

import pytest

from labkit.hub import database, signing_in


@pytest.mark.parametrize("use", [signing_in.users, database.upgrade])
@pytest.mark.parametrize("damage", [lambda data: b"no database" * 100, lambda data: data[:60_000]])
def test_a_damaged_database_is_named_with_what_brings_it_back(course, damage, use):
    signing_in.add(course, "ada")
    course.database.write_bytes(damage(course.database.read_bytes()))
    with pytest.raises(
        OSError, match=r"(?s)^.*jupyterhub\.sqlite is damaged, .* from a backup"
    ) as told:
        use(course)
    assert "\n" not in str(told.value)


def test_a_database_that_cannot_be_opened_is_named(course):
    nowhere = replace(course, folder=course.folder / "nowhere")
    with pytest.raises(OSError, match=r"jupyterhub\.sqlite must be the hub's .* unable to open"):
        signing_in.users(nowhere)


def test_a_database_that_is_in_use_is_not_called_another(course):
    busy = sqlite3.OperationalError("database is locked")
    assert str(database._not_opened(course.database, busy)).endswith(
        "is in use by another program: try again (database is locked)"
    )


@pytest.mark.slow
def test_a_database_of_an_older_jupyterhub_is_brought_up_to_date(course):
    database.upgrade(course)
    assert not course.database.exists()
    signing_in.add(course, "ada")
    with sqlite3.connect(course.database) as older:  # as JupyterHub 5.2 has left it
        older.execute("ALTER TABLE spawners DROP COLUMN display_name")
        older.execute("UPDATE alembic_version SET version_num = 'ff1860e38070'")
    older.close()
    with pytest.raises(OSError, match="labkit hub start brings an older one up to date: Found"):
        signing_in.users(course)
    database.upgrade(course)
    assert [user.name for user in signing_in.users(course)] == ["ada"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in course.private.iterdir())
    assert len(list(course.private.glob("jupyterhub.sqlite.*"))) == 1  # the old one
