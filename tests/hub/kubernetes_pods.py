"""Check the manifests against Kubernetes' own schemas, and make a student's and an instructor's pod.

Run with a folder of values; the pods are printed as JSON. KubeSpawner makes them, from settings that
the chart takes from its values: those are named here as in its jupyterhub_config.py.
"""

import asyncio
import json
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import yaml
from traitlets.config import Config

#: A cluster that is not there: nothing asks it, but KubeSpawner wants to know of one.
NOWHERE = {
    "current-context": "none",
    "contexts": [{"name": "none", "context": {"cluster": "none", "user": "none"}}],
    "clusters": [{"name": "none", "cluster": {"server": "http://127.0.0.1:1"}}],
    "users": [{"name": "none", "user": {}}],
}
with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
    yaml.safe_dump(NOWHERE, file)
os.environ["KUBECONFIG"] = file.name  # read when they are imported

kubespawner, client = import_module("kubespawner"), import_module("kubernetes_asyncio.client")
validate = import_module("kubernetes_validate").validate

#: The oldest that has all that is needed, and the newest that is known.
VERSIONS = ("1.33", "1.37")


def settings(values):
    single = values["singleuser"]
    files, home = single["extraFiles"], single["storage"]["homeMountPath"]
    claim = {
        "name": "volume-{username}",
        "persistentVolumeClaim": {"claimName": "claim-{username}"},
    }
    secret = {"secretName": "singleuser", "items": [{"key": key, "path": key} for key in files]}
    own = {
        "image": f"{single['image']['name']}:{single['image']['tag']}",
        "cmd": single["cmd"],
        "default_url": single["defaultUrl"],
        "uid": single["uid"],
        "fs_gid": single["fsGid"],
        "start_timeout": single["startTimeout"],
        "mem_limit": single["memory"]["limit"],
        "mem_guarantee": single["memory"]["guarantee"],
        "cpu_limit": single["cpu"]["limit"],
        "cpu_guarantee": single["cpu"]["guarantee"],
        "environment": single["extraEnv"],
        "storage_pvc_ensure": True,
        "storage_capacity": single["storage"]["capacity"],
        "pvc_name_template": "claim-{username}",
        "volumes": [claim, {"name": "files", "secret": secret}],
        "volume_mounts": [
            {"mountPath": home, "name": "volume-{username}"},
            *(
                {"mountPath": f["mountPath"], "subPath": k, "name": "files"}
                for k, f in files.items()
            ),
        ],
    }
    config = Config(KubeSpawner=own)
    for code in values["hub"]["extraConfig"].values():
        exec(code, {"c": config})
    return config


async def pod(config, name):
    user = SimpleNamespace(name=name, id=1, escaped_name=name, url=f"/user/{name}/", server=None)
    hub = SimpleNamespace(
        public_host="",
        url="http://hub:8081/hub/",
        base_url="/hub/",
        api_url="http://hub:8081/hub/api",
    )
    spawner = kubespawner.KubeSpawner(config=config, user=user, hub=hub, _mock=True, api_token="x")
    config.Spawner.pre_spawn_hook(spawner)
    async with client.ApiClient() as api:
        made = api.sanitize_for_serialization(await spawner.get_pod_manifest())
        claim = api.sanitize_for_serialization(spawner.get_pvc_manifest())
    for version in VERSIONS:
        validate(made, version, strict=True)
        validate(claim, version, strict=True)
    return made


async def main(folder):
    for manifest in yaml.safe_load_all((folder / "grading.yaml").read_text(encoding="utf8")):
        for version in VERSIONS:
            validate(manifest, version, strict=True)
    values = yaml.safe_load((folder / "jupyterhub.yaml").read_text(encoding="utf8"))
    config = settings(values)
    print(json.dumps([await pod(config, name) for name in ("ada", "ivy")]))


try:
    asyncio.run(main(Path(sys.argv[1])))
finally:
    os.unlink(file.name)
