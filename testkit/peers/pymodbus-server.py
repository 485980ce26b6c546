"""A Modbus device of another maker: pymodbus 3.0 on a TCP port or a serial port, with preset registers.

usage: pymodbus-server.py PORT tcp|rtu PRESETS_JSON
       pymodbus-server.py PATH serial-rtu|serial-ascii PRESETS_JSON
PRESETS_JSON: {"unit": {"C": {"0": 1}, "D": {...}, "I": {...}, "H": {"0": 123}}}; an address not preset does not exist
(exception 02). "Hro": addresses of holding registers that take a write and keep their value. Prints "ready" when it
listens, and "write UNIT AREA ADDRESS VALUE,VALUE" for each write, each line flushed.
"""
import asyncio
import json
import sys

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext
from pymodbus.datastore.store import ModbusSparseDataBlock
from pymodbus.server.async_io import ModbusSerialServer, ModbusTcpServer
from pymodbus.transaction import ModbusAsciiFramer, ModbusRtuFramer, ModbusSocketFramer


def say(line):
    print(line, flush=True)


class Block(ModbusSparseDataBlock):
    """Addresses that exist, telling each write."""

    def __init__(self, unit, area, presets, stuck=()):
        self.name = f"{unit} {area}"
        self.stuck = {int(address) for address in stuck}
        super().__init__({int(address): value for address, value in presets.items()})

    def validate(self, address, count=1):
        return all(address + index in self.values for index in range(count))

    def setValues(self, address, values, use_as_default=False):  # noqa: N802, the library's name
        listed = values if isinstance(values, list) else [values]
        say(f"write {self.name} {address} {','.join(str(int(value)) for value in listed)}")
        for index, value in enumerate(listed):
            if address + index not in self.stuck:
                self.values[address + index] = value


def slave(unit, areas):
    def block(area):
        return Block(unit, area, areas.get(area, {}), areas.get("Hro", ()) if area == "H" else ())

    return ModbusSlaveContext(co=block("C"), di=block("D"), ir=block("I"), hr=block("H"), zero_mode=True)


async def serve_line(context, path, framing):
    framer = ModbusAsciiFramer if framing == "serial-ascii" else ModbusRtuFramer
    server = ModbusSerialServer(context, framer, port=path, baudrate=9600, timeout=1, ignore_missing_slaves=True)
    await server.start()
    say("ready")
    await server.serve_forever()


async def main(port, framing, presets):
    units = {int(unit): slave(unit, areas) for unit, areas in presets.items()}
    context = ModbusServerContext(slaves=units, single=False)
    if framing.startswith("serial-"):
        return await serve_line(context, port, framing)
    framer = ModbusRtuFramer if framing == "rtu" else ModbusSocketFramer
    server = ModbusTcpServer(
        context, framer, address=("127.0.0.1", int(port)), allow_reuse_address=True, ignore_missing_slaves=True
    )
    serving = asyncio.ensure_future(server.serve_forever())
    while not server.server:
        await asyncio.sleep(0.01)
    say("ready")
    await serving


asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
