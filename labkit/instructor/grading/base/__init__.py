"""What all rooms of grading stand on: files written whole, and the notebook that students get."""
