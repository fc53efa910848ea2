"""A class on JupyterHub: instructors only, and thin, on real components.

`course` reads an instructor's settings; `config` turns them into JupyterHub's, with a Unix user
for each student (`accounts`) and what students' servers run (`student`). `exchange` hands ticks
out and takes them in, `service` has them graded and gives them back, `summary` shows how the
class is doing. `values` writes the settings for a cluster.
"""
