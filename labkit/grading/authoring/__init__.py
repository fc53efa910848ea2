"""What instructors begin with when they write something new for the lab.

`new_tick` makes a tick that works, to be rewritten piece by piece; `cards` keeps the stored
outputs of the tick before it true.
"""
