"""A JupyterHub for tests of ngshare: real, but for the proxy, whom nobody here asks.

JupyterHub reads it as its configuration; where the course is comes by the environment.
"""

import os

from jupyterhub.proxy import Proxy

from labkit.hub import ngshare
from labkit.hub.course import read_course
from labkit.hub.names import SERVICE

course = read_course(os.environ["COURSE"])


class NoProxy(Proxy):
    should_start = False
    routes = {}

    async def add_route(self, routespec, target, data):
        self.routes[routespec] = {"routespec": routespec, "target": target, "data": data}

    async def delete_route(self, routespec):
        self.routes.pop(routespec, None)

    async def get_all_routes(self):
        return self.routes


c = get_config()  # noqa: F821
c.JupyterHub.bind_url = f"http://127.0.0.1:{course.port}/"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{course.port + 2}"
c.JupyterHub.proxy_class = NoProxy
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.db_url = f"sqlite:///{course.private / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(course.private / "cookie")
c.JupyterHub.services = [
    # As the grading service's own: with no user of its own, whoever runs the test.
    ngshare.service(course, root=False),
    {"name": SERVICE, "api_token": os.environ["SERVICE_TOKEN"]},
    {"name": "test", "api_token": os.environ["TEST_TOKEN"], "admin": True},
]
c.JupyterHub.load_roles = [
    {"name": SERVICE, "services": [SERVICE], "scopes": ["list:users", "read:users:name"]}
]
