"""The commands for instructors, a file each: they are in the full repository only."""
