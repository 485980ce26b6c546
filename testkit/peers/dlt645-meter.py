"""A DL/T 645-2007 meter of another maker (Python package dlt645) on a TCP port of the loopback.

Reads one line of JSON from stdin: {"port", "address", "password", "values"}. `values` maps data identifiers to numbers,
texts, or [number, time] for a maximum demand. Prints `ready`, or the identifiers that it does not have.
"""

import json
import sys
import threading
from datetime import datetime

from dlt645 import MeterServerService
from dlt645.model.types.dlt645_type import Demand
from loguru import logger

logger.remove()
wanted = json.loads(sys.stdin.readline())
meter = MeterServerService.new_tcp_server("127.0.0.1", wanted["port"], 3000)
# The address in the order of the line.
meter.set_address(bytes.fromhex(wanted["address"])[::-1])
meter.set_password(wanted["password"])
refused = []
for identifier, value in wanted["values"].items():
    number = int(identifier, 16)
    if isinstance(value, list):
        done = meter.set_01(number, Demand(value[0], datetime.strptime(value[1], "%Y-%m-%d %H:%M")))
    elif number >> 24 == 0:
        done = meter.set_00(number, value)
    elif number >> 24 == 2:
        done = meter.set_02(number, value)
    else:
        done = meter.set_04(number, value)
    if not done:
        refused.append(identifier)
meter.server.start()
print(json.dumps(refused) if refused else "ready", flush=True)
# Ends with its parent.
threading.Thread(target=lambda: (sys.stdin.read(), sys.stdout.close()), daemon=False).start()
