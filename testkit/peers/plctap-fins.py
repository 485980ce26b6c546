# A FINS/TCP server of another maker (plctap): answers reads with zeros. At the end of its input it prints each
# received frame as its own parser reads it.
import asyncio
import json
import sys

from plctap.listener import ListenerRegistry
from plctap.protocols.fins import codec


async def main():
    faults = sys.argv[1:]
    registry = ListenerRegistry()
    mode = {"mode": "inject_errors", "faults": faults} if faults else {"mode": "respond_normal"}
    started = await registry.start("fins", "127.0.0.1", 0, **mode)
    print(started["port"], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    received = [bytes.fromhex(each["frame_hex"]) for each in registry.frames(started["port"]) if each["direction"] == "recv"]
    parsed = [codec.parse_request(frame) for frame in received]
    print(json.dumps([{"errors": each.errors, **{f.name: f.value for f in each.fields}} for each in parsed]))
    await registry.stop(started["port"])


asyncio.run(main())
