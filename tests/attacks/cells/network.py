# Reaches for the network, and for a server on this machine.
# expects: status=ran, points=4
# beside: files
# %%
import socket

for address in (("127.0.0.1", PORT), ("localhost", PORT), ("1.1.1.1", 53), ("8.8.8.8", 443)):
    try:
        with socket.create_connection(address, timeout=1) as connection:
            connection.sendall(b"SECRET")
            print("BREACH: connected to", address)
    except OSError:
        pass
try:
    print("BREACH: found", socket.gethostbyname("example.org"))
except OSError:
    pass
