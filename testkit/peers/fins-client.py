# A FINS/TCP client of another maker (fins 1.0.5): writes values of each type, reads them back and prints them.
import json
import sys

from fins.tcp import TCPFinsConnection

connection = TCPFinsConnection()
connection.connect("127.0.0.1", int(sys.argv[1]))
values = {"i": -5, "ui": 65535, "di": -100000, "udi": 4294967295, "li": -(2**63), "uli": 2**64 - 1, "r": 21.5, "l": 1e-7}
back = {}
for at, (kind, value) in enumerate(values.items()):
    connection.write(value, "d", at * 10, kind)
    back[kind] = str(connection.read("d", at * 10, kind))
connection.write(7, "w", 5, "ui")
connection.write(8, "c", 6, "ui")
connection.write(9, "h", 7, "ui")
print(json.dumps({"values": back, "nodes": [connection.srce_node_add, connection.dest_node_add]}))
