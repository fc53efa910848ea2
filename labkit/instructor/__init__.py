"""What is for instructors alone: it is not in the student pack."""
