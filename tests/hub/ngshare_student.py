"""What the buttons of JupyterLab's list of assignments do on a student's server, one after another.

Run with the environment that JupyterHub gives to the server; each argument is the name of a button
and whatever it is for, and each answer is a line of JSON.
"""

import json
import logging
import os
import sys

from nbgrader.server_extensions.assignment_list.handlers import AssignmentList

logging.disable(logging.CRITICAL)
buttons = AssignmentList()
buttons.root_dir = os.environ["HOME"]
os.chdir(buttons.root_dir)
for argument in sys.argv[1:]:
    button, *of_what = argument.split(" ")
    print(json.dumps(getattr(buttons, button)(*of_what)))
