"""A stand-in for what a command for a class does."""

import pytest


@pytest.fixture
def said(monkeypatch):
    """Put another function in the place of what a command does, and take down its arguments."""

    def replace(module, name, result):
        calls = []

        def called(*arguments, **options):
            calls.append((arguments, options))
            if isinstance(result, BaseException):
                raise result
            return result

        monkeypatch.setattr(module, name, called)
        return calls

    return replace
