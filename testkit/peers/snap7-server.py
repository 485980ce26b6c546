# An S7 server by another maker (python-snap7) with a data block, I, Q, M, timers and counters. Prints `ready`, and answers each
# line of its input: `peek AREA START COUNT` and `poke AREA START HEX` with the bytes, `get KIND AREA START` and
# `set KIND AREA START VALUE` by the peer's own coding of values.
import sys
from ctypes import c_uint8
from importlib.metadata import version

from snap7 import util
from snap7.server import Server
from snap7.type import SrvArea

areas = {
    "DB1": (SrvArea.DB, 1, bytearray(600)),
    "DB2": (SrvArea.DB, 2, bytearray(8)),
    "I": (SrvArea.PE, 0, bytearray(64)),
    "Q": (SrvArea.PA, 0, bytearray(64)),
    "M": (SrvArea.MK, 0, bytearray(64)),
    "T": (SrvArea.TM, 0, bytearray(32)),
    "C": (SrvArea.CT, 0, bytearray(32)),
}
parsers = {"real": float, "lreal": float, "string": str}


def answer(words: list[str]) -> str:
    verb, *rest = words
    if verb in ("peek", "poke"):
        area, start, value = rest
        memory, first = areas[area][2], int(start)
        if verb == "peek":
            return memory[first : first + int(value)].hex()
        memory[first : first + len(value) // 2] = bytes.fromhex(value)
        return value
    kind, area, start, *value = rest
    memory = areas[area][2]
    if verb == "set":
        more = [int(value[1])] if kind == "string" else []
        getattr(util, f"set_{kind}")(memory, int(start), parsers.get(kind, int)(value[0]), *more)
    return str(getattr(util, f"get_{kind}")(memory, int(start)))


def main(port: int) -> None:
    server = Server(log=False)
    isC = version("python-snap7") < "3"
    for code, index, memory in areas.values():
        server.register_area(code, index, (c_uint8 * len(memory)).from_buffer(memory) if isC else memory)
    server.start_to("127.0.0.1", port)
    print("ready", flush=True)
    for line in sys.stdin:
        print(answer(line.split()), flush=True)


main(int(sys.argv[1]))
