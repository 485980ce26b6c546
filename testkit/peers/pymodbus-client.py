# Writes registers of a device and reads them back, with a client of other people: port, unit, address, values.
import sys

from pymodbus.client import ModbusTcpClient

port, unit, address = (int(each) for each in sys.argv[1:4])
values = [int(each) for each in sys.argv[4:]]
client = ModbusTcpClient("127.0.0.1", port=port, timeout=5)
if not client.connect():
    sys.exit("no connection")


def call(method, *args, **more):
    """What names the unit differs between versions."""
    try:
        return method(*args, slave=unit, **more)
    except TypeError:
        return method(*args, device_id=unit, **more)


written = call(client.write_registers, address, values)
if written.isError():
    sys.exit(str(written))
read = call(client.read_holding_registers, address, count=len(values))
if read.isError():
    sys.exit(str(read))
print(*read.registers)
client.close()
