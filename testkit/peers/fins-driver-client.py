# A FINS/UDP client of another maker (fins-driver 0.3.1): writes words and bits, reads several areas by one command.
import json
import sys

from fins import FinsClient

client = FinsClient(host="127.0.0.1", port=int(sys.argv[1]))
client.connect()
codes = [
    client.memory_area_write("D100", bytes.fromhex("0102fffe"), 2).code,
    client.memory_area_write("D100.5", b"\x01", 1).code,
    client.memory_area_write("CIO3.15", b"\x01", 1).code,
    client.memory_area_write("W4", bytes.fromhex("1234"), 1).code,
]
many = client.multiple_memory_area_read("D100", "D101", "CIO3", "W4")
missing = client.memory_area_read("D20000")
print(
    json.dumps(
        {
            "codes": [code.hex() for code in codes],
            "many": [each.hex() for each in many.data],
            "missing": [missing.code.hex(), missing.status_text],
        }
    )
)
client.close()
