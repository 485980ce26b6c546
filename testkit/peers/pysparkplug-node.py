"""An edge node of another maker (Python pysparkplug) with one device, which executes commands.

pysparkplug has no request for a birth of its own: here the births are published again by its classes. Prints `ready`,
and each command as a line of JSON.
"""

import datetime
import itertools
import json
import sys
import threading

import pysparkplug as psp
from pysparkplug import DataType, Metric

port = int(sys.argv[1])
now = psp.get_current_timestamp
TYPES = {
    "Int8": (DataType.INT8, -5),
    "Int16": (DataType.INT16, -300),
    "Int32": (DataType.INT32, -70000),
    "Int64": (DataType.INT64, -9007199254740993),
    "UInt8": (DataType.UINT8, 250),
    "UInt16": (DataType.UINT16, 65000),
    "UInt32": (DataType.UINT32, 4294967295),
    "UInt64": (DataType.UINT64, 18446744073709551615),
    "Float": (DataType.FLOAT, 21.6),
    "Double": (DataType.DOUBLE, 0.1),
    "Boolean": (DataType.BOOLEAN, True),
    "String": (DataType.STRING, "压机 4"),
    "Text": (DataType.TEXT, "long text"),
    "UUID": (DataType.UUID, "09087e75-8e5e-499b-954f-f2a9603db28a"),
    "Bytes": (DataType.BYTES, b"\x00\x1a+"),
    "DateTime": (DataType.DATETIME, datetime.datetime.fromtimestamp(1767225600, datetime.timezone.utc)),
    "Array": (DataType.INT32_ARRAY, (1, 2)),
    "Null": (DataType.INT32, None),
}
names = {i: name for i, name in enumerate(TYPES)}


def metric(name, value, **more):
    return Metric(timestamp=now(), name=f"Inputs/{name}", datatype=TYPES[name][0], value=value, **more)


device = psp.Device("press", [metric(name, value, alias=i) for i, (name, (_, value)) in enumerate(TYPES.items())],
                    cmd_callback=lambda node, message: on_command(node, message))
lock = threading.Lock()


def births(node):
    """Publishes the births of the present session again."""
    node._EdgeNode__seq_cycler = itertools.cycle(range(256))
    topic = lambda kind, device_id=None: psp.Topic(
        message_type=kind, group_id="plant", edge_node_id="line1", **({"device_id": device_id} if device_id else {}))
    send = lambda topic, payload: node._client.publish(
        psp.Message(topic=topic, payload=payload, qos=psp.QoS.AT_MOST_ONCE, retain=False), include_dtypes=True)
    metrics = (*node.metrics.values(), bd_seq)
    send(topic(psp.MessageType.NBIRTH), psp.NBirth(timestamp=now(), seq=node._seq, metrics=metrics))
    for device in node.devices.values():
        payload = psp.DBirth(timestamp=now(), seq=node._seq, metrics=tuple(device.metrics.values()))
        send(topic(psp.MessageType.DBIRTH, device.device_id), payload)


def on_command(node, message):
    with lock:
        for one in message.payload.metrics:
            shown = one.value.isoformat() if isinstance(one.value, datetime.datetime) else one.value
            shown = shown.hex() if isinstance(shown, bytes) else shown
            print(json.dumps({"name": one.name, "alias": one.alias, "type": one.datatype.name, "value": shown}), flush=True)
            if one.name == "Node Control/Rebirth":
                births(node)
            elif one.alias is not None:
                node.update_device("press", [metric(names[one.alias], one.value, alias=one.alias)])
            elif one.name == "Scan Rate":
                node.update([Metric(timestamp=now(), name=one.name, datatype=one.datatype, value=one.value)])


node = psp.EdgeNode("plant", "line1", [
    Metric(timestamp=now(), name="Node Control/Rebirth", datatype=DataType.BOOLEAN, value=False),
    Metric(timestamp=now(), name="Scan Rate", datatype=DataType.INT32, value=1000),
], cmd_callback=on_command)
node.register(device)
node.connect("127.0.0.1", port=port)
# The number in the first birth; pysparkplug itself already prepares that of the next connection.
bd_seq = Metric(timestamp=now(), name="bdSeq", datatype=DataType.INT64, value=0)
print("ready", flush=True)
for line in sys.stdin:
    with lock:
        order = line.strip()
        if order == "historical":
            node.update_device("press", [metric("Int32", 1, alias=2, is_historical=True), metric("Int16", 7, alias=1)])
        elif order == "null":
            node.update_device("press", [metric("Int16", None, alias=1, is_null=True)])
        elif order == "skip":
            # A message that is lost on its way: its number is missing.
            node._seq
            node.update_device("press", [metric("Int16", 8, alias=1)])
        elif order == "leave":
            node.deregister("press")
