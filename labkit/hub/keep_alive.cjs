// configurable-http-proxy asks sockets with "Connection: close". A server that has answered and closed breaks
// the empty write with which Node ends a request, and half of the forms that arrived in two pieces were lost.
const http = require("http");
const agent = new http.Agent({ keepAlive: true });
const { request } = http;
http.request = (options, ...others) => {
  if (options.socketPath && options.headers?.connection === "close")
    options = { ...options, agent, headers: { ...options.headers, connection: "keep-alive" } };
  return request(options, ...others);
};
