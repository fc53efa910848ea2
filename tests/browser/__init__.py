"""A package, so that its browser ends with the last of its tests.

While one is driven, an event loop runs in the tests' own thread, and whatever starts
one of its own in that thread fails.
"""
