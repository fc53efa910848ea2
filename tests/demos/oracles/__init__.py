"""A demonstration's oracle: what its module should compute and read out, in Python that shares no code with it.

Each file has two functions: `numbers` takes the settings, with the same defaults as the controls,
and returns what the module must find; `readout` makes the lines of settings and numbers.
"""

from importlib import import_module
from inspect import signature


def _oracle(name):
    return import_module(f"tests.demos.oracles.{name}")


def settings_of(name, settings=()):
    """Return all settings of a demonstration, those that are not given as they are by default."""
    parameters = signature(_oracle(name).numbers).parameters
    return {key: each.default for key, each in parameters.items()} | dict(settings)


def numbers(name, **settings):
    """Return what a demonstration should find."""
    return _oracle(name).numbers(**settings)


def readout(name, **settings):
    """Return the lines that a demonstration should show."""
    return _oracle(name).readout(settings_of(name, settings) | numbers(name, **settings))
