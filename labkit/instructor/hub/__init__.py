"""A class on JupyterHub: instructors only, and thin, on real components.

`settings` is what an instructor says; `opening` makes a course's folder and starts its hub, which
`jupyterhub_config` and `spawner` set up, with a Unix user for each student (`accounts`). Students'
servers (`student_server`) fetch and hand in by `service`, which marks and shows how the class does.
"""
