"""A course on Kubernetes: the values of the Helm charts, what builds the images, what marks.

The charts are those of "Zero to JupyterHub" (https://z2jh.jupyter.org) and of ngshare
(https://ngshare.readthedocs.io). No value is a secret: their Secrets are made on the cluster.
"""

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

import labkit
from labkit.arguments import as_count
from labkit.grading.base.atomic import write_whole
from labkit.grading.notebook.confinement import Limits
from labkit.grading.results.gradebook import CONFIG
from labkit.hub import limits
from labkit.hub.course import Course, Exchange
from labkit.hub.names import CULLER, NGSHARE, SERVICE, USERNAME
from labkit.hub.ngshare import student_config
from labkit.hub.ngshare_api import ADDRESS

#: The chart of "Zero to JupyterHub", and the JupyterHub that is in it: an image whose own is another
#: may fail to sign people in. `helm show chart` tells both of a later chart.
Z2JH, JUPYTERHUB = "4.3.3", "5.4.4"

#: The Python of the images, ngshare, and nbgrader's side of it.
PYTHON = "3.13"
NGSHARE_VERSION, NGSHARE_EXCHANGE = "0.6.0", "0.5.3"

#: The user in the containers, and its group: what the chart expects.
UID, GID = 1000, 100

#: What a node keeps free for each student's server, MB and processors: `make bench-hub` measures it.
IDLE_MB, IDLE_PROCESSORS = 400, 0.05

#: MB that a worker needs beside the notebook that it marks.
GRADER_MB = 1_000

#: MB in the volumes of ngshare and of the course for each student, and of a home without a limit.
STUDENT_MB, HOME_MB = 50, 10_000

#: What the page of the marks asks the hub.
_SCOPES = (
    *("list:users", "read:users:name", "read:users:activity", "read:users:groups"),
    "read:servers",
)

#: Where a server opens, in the containers the settings, and the course's folder.
START = "/lab/tree/notebooks/start-here.ipynb"
_ETC = "/etc/labkit"
_COURSE = Path("/srv/course")

#: What JupyterLab and its server are told, in the folder of either kind of server.
_SETTINGS = (
    "jupyter_server_config.json",
    "labconfig/page_config.json",
    "labconfig/default_setting_overrides.json",
)

#: The environment's name for the address of Dask's scheduler.
DASK = "LABKIT_DASK"

#: Where ngshare and Dask's scheduler are for the pods.
_NGSHARE = f"http://ngshare:8080/services/{NGSHARE}"
_SCHEDULER = "tcp://grading-scheduler:8786"

_PART = r"[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*"
_IMAGE = re.compile(rf"([a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?/)?{_PART}(/{_PART})*", re.ASCII)

#: A file -> the template that it is made of.
_FILES = {
    "Dockerfile": "Dockerfile.j2",
    "Dockerfile.dockerignore": "dockerignore.j2",
    "jupyterhub.yaml": "jupyterhub.yaml.j2",
    "ngshare.yaml": "ngshare.yaml.j2",
    "grading.yaml": "grading.yaml.j2",
    "README.md": "README.md.j2",
    "course.toml": "course.toml.j2",
}


def write_values(
    course: Course,
    folder: os.PathLike[str] | str | None = None,
    *,
    image: str = "lab",
    students: int = 200,
    workers: int = 2,
) -> tuple[Path, ...]:
    """Write all that a course needs on Kubernetes.

    Parameters
    ----------
    course : Course
    folder : path, optional
        Where to; by default ``kubernetes`` in the course's folder. Files of an earlier time are
        replaced.
    image : str
        The images' name up to ``-student``, ``-grader`` and ``-ngshare``, with their registry.
    students : int
        How many there will be: what volumes are sized by.
    workers : int
        Dask workers, each of a processor.

    Returns
    -------
    tuple of Path
        The files.

    Raises
    ------
    ValueError
        If an argument is not what it must be.
    """
    out = Path(folder) if folder is not None else course.folder / "kubernetes"
    texts = render_values(course, out, image=image, students=students, workers=workers)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_whole(out / name, text)
    return tuple(out / name for name in texts)


def render_values(
    course: Course,
    folder: Path = Path("kubernetes"),
    *,
    image: str = "lab",
    students: int = 200,
    workers: int = 2,
) -> dict[str, str]:
    """Give what `write_values` writes.

    Parameters
    ----------
    course : Course
    folder : Path
        Where it is to be: the commands name it.
    image : str
    students, workers : int
        As for `write_values`.

    Returns
    -------
    dict
        Name of the file -> its text.

    Raises
    ------
    ValueError
        If an argument is not what it must be.
    """
    if not _IMAGE.fullmatch(image):
        raise ValueError(
            "image must be the name of an image without its tag, as registry.example/course/lab, "
            f"not {image!r}"
        )
    students = as_count(students, "students", 1)
    workers = as_count(workers, "workers", 1)
    # Where the hub is, and whether it speaks https, is for the chart to say.
    there = replace(course, folder=_COURSE, exchange=Exchange.NGSHARE, port=Course.port, tls=None)
    templates = _templates("templates/kubernetes")
    values = _values(there, image, students, workers) | {"here": quote(str(folder))}
    values["hub_config"] = templates.get_template("hub_config.py.j2").render(values)
    return {
        name: templates.get_template(template).render(values) for name, template in _FILES.items()
    }


def _values(course: Course, image: str, students: int, workers: int) -> dict[str, Any]:
    volume = f"{max(1, round(students * STUDENT_MB / 1000))}Gi"
    return {
        **{name: getattr(course, name) for name in ("name", "slug", "limits", "late_text")},
        "instructors": list(course.instructors),
        "feedback": str(course.feedback),
        "roster": quote(str(course.roster)) if course.roster else "",
        **{"image": image, "tag": labkit.__version__, "python": PYTHON},
        **{"uid": UID, "gid": GID, "storage": volume, "workers": workers},
        "ngshare": NGSHARE_VERSION,
        **{"z2jh": Z2JH, "jupyterhub": JUPYTERHUB, "ngshare_exchange": NGSHARE_EXCHANGE},
        "service": SERVICE,
        "service_port": course.service_port,
        "service_scopes": list(_SCOPES),
        "services": sorted({SERVICE, NGSHARE, CULLER, "jupyterhub-idle-culler"}),
        "username_pattern": rf"^{USERNAME.pattern}\Z",
        "default_url": START,
        "command": ["python", "-I", f"{_ETC}/start.py"],
        "server_environment": {**limits.environment(course.limits), **_servers("student")},
        "instructors_environment": _servers("instructor"),
        "files": _files(course),
        "memory_limit": f"{course.limits.memory}M",
        "memory_guarantee": f"{min(IDLE_MB, course.limits.memory)}M",
        "processor_guarantee": min(IDLE_PROCESSORS, course.limits.processors),
        "capacity": f"{course.limits.storage or HOME_MB}Mi",
        "worker_memory": f"{Limits.memory // 10**6 + GRADER_MB}Mi",
        "environment": _environment(course),
    }


def _servers(who: str) -> dict[str, str]:
    """Give what `student.environment` tells servers, where all of it is in the image."""
    lab = "/srv/lab" if who == "student" else "/srv/labkit"
    links = [f"data={lab}/data"]
    if who == "instructor":
        links += [f"lab={lab}", f"marks={_COURSE}/marks"]
    return {
        "JUPYTER_CONFIG_PATH": f"{_ETC}/{who}",
        "JUPYTERHUB_SINGLEUSER_EXTENSION": "1",
        "LABKIT_HUB_BEGINNING": "/srv/begin/notebooks",
        "LABKIT_HUB_NOTHING": "/srv/begin/nothing",
        "LABKIT_HUB_LINKS": os.pathsep.join(links),
        "LABKIT_HUB_UMASK": "077" if who == "student" else "007",
        "PYTHONNOUSERSITE": "1",  # what a student installs at home must not stop the server
    }


def _files(course: Course) -> list[dict[str, str]]:
    """Give the settings of students' and instructors' servers, as they are on one machine."""
    templates = _templates("templates/student")

    def file(path: str, template: str, **values: object) -> dict[str, str]:
        text = templates.get_template(template).render(course=course, **values)
        return {"key": re.sub(r"\W+", "-", path), "path": f"{_ETC}/{path}", "text": text}

    files = [file("start.py", "start.py.txt")]
    for who in ("student", "instructor"):
        for path in _SETTINGS:
            template = f"{path.rpartition('/')[2]}.j2"
            files.append(file(f"{who}/{path}", template, instructor=who == "instructor"))
    more = student_config(_NGSHARE)
    return [
        *files,
        file("student/nbgrader_config.py", "nbgrader_config.py.j2", folder=False, more=more),
        file("instructor/nbgrader_config.py", "instructor_config.py.j2", formgrader=CONFIG),
    ]


def _templates(folder: str) -> Environment:
    found = Environment(
        loader=PackageLoader("labkit.hub", folder),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    found.filters["yaml"] = _yaml
    return found


def _environment(course: Course) -> dict[str, str]:
    """Give what JupyterHub would tell a service that it starts itself."""
    access = f"access:services!service={SERVICE}"
    return {
        "JUPYTERHUB_SERVICE_NAME": SERVICE,
        "JUPYTERHUB_SERVICE_PREFIX": f"/services/{SERVICE}/",
        "JUPYTERHUB_SERVICE_URL": f"http://0.0.0.0:{course.service_port}",
        "JUPYTERHUB_CLIENT_ID": f"service-{SERVICE}",
        "JUPYTERHUB_BASE_URL": "/",
        "JUPYTERHUB_API_URL": "http://hub:8081/hub/api",
        "JUPYTERHUB_OAUTH_ACCESS_SCOPES": json.dumps([access]),
        "JUPYTERHUB_OAUTH_SCOPES": json.dumps(["access:services", access]),
        ADDRESS: _NGSHARE,
        DASK: _SCHEDULER,
    }


def _yaml(value: object) -> str:
    # JSON is YAML, and what is one string in it stays one. Letters stay as they are: half a
    # character, as JSON escapes those beyond 16 bits, is none in YAML.
    return json.dumps(value, ensure_ascii=False)
