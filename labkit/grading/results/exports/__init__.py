"""Marks as learning platforms take them in: `moodle`, `canvas` and `gradescope`."""
