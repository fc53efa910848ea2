# Reaches for the network, and for a server on this machine.
# expects: status=ran, points=4
# beside: files
# %%
import socket

for address in (("127.0.0.1", PORT), ("localhost", PORT)):
    try:
        with socket.create_connection(address, timeout=1) as connection:
            connection.sendall(b"SECRET")
            print("BREACH: connected to", address)
    except OSError:
        pass
# No address outside is tried: without an interface, none can be reached.
if [name for _, name in socket.if_nameindex() if name != "lo"]:
    print("BREACH: there is a network")
try:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward:
        outward.connect(("192.0.2.1", 53))  # an address for examples; sends nothing
        print("BREACH: there is a way out")
except OSError:
    pass
