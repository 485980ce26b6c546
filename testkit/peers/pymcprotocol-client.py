# Reads and writes a PLC with the MC client of another maker (pymcprotocol): port, data code, series, frame. Prints as JSON
# what it reads back. X, Y and W in binary code only: in ASCII code it sends their numbers in decimal, while SH-080008 has
# hexadecimal ones (`X*000020` for X20).
import json
import sys

import pymcprotocol

port, code, series, frame = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
client = (pymcprotocol.Type4E if frame == "4E" else pymcprotocol.Type3E)(plctype=series)
client.setaccessopt(commtype=code)
client.connect("127.0.0.1", port)
client.batchwrite_wordunits(headdevice="D100", values=[1, -2, 32767, -32768])
client.batchwrite_bitunits(headdevice="M50", values=[1, 0, 1, 1, 0])
inputs = None
if code == "binary":
    client.batchwrite_wordunits(headdevice="W1F", values=[4660])
    client.batchwrite_bitunits(headdevice="Y2F", values=[1])
    inputs = client.batchread_bitunits(headdevice="X10", readsize=3)
words, _ = client.randomread(word_devices=["D103", "D100", "TN7"], dword_devices=[])
print(
    json.dumps(
        {
            "words": client.batchread_wordunits(headdevice="D100", readsize=4),
            "bits": client.batchread_bitunits(headdevice="M50", readsize=5),
            "random": words,
            "timer": client.batchread_wordunits(headdevice="TN7", readsize=1),
            "inputs": inputs,
        }
    )
)
client.close()
