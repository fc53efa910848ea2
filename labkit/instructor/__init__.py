"""What is for instructors alone: neither in the student pack, nor in the wheel, nor in the sandbox."""
