"""What all rooms of grading stand on.

`atomic` writes files whole or not at all; `identity` is what a student may be called;
`clearing` makes the notebook that students get.
"""
