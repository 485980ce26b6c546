# A controlled station by another maker (c104, on the C library lib60870). Prints `ready`; prints each command as
# `command CA IOA VALUE`. Lines of its input: `set CA IOA VALUE` changes a value and sends it spontaneously, `bad CA IOA`
# makes it invalid, `refuse on` and `refuse off` decide whether commands are confirmed, `quit` ends it.
import sys

import c104

server = c104.Server(ip="127.0.0.1", port=int(sys.argv[1]))
points = {}
is_refusing = False
T = c104.Type


def monitored(station, ioa, kind, value):
    point = station.add_point(io_address=ioa, type=kind)
    point.value = value
    points[(station.common_address, ioa)] = point
    return point


def number_of(value):
    if isinstance(value, c104.Byte32):
        return int(str(value), 0)
    if hasattr(value, "value"):
        return value.value
    return value if isinstance(value, bool) else float(value)


def on_command(point: c104.Point, previous_info: c104.Information, message: c104.IncomingMessage) -> c104.ResponseState:
    value = point.value
    number = number_of(value)
    print(f"command {point.station.common_address} {point.io_address} {number}", flush=True)
    if is_refusing:
        return c104.ResponseState.FAILURE
    related = points.get((point.station.common_address, point.io_address - 6000))
    if related is not None:
        related.value = answers[point.io_address](value)
        related.transmit(cause=c104.Cot.RETURN_INFO_REMOTE)
    return c104.ResponseState.SUCCESS


answers = {
    6001: lambda value: bool(value),
    6002: lambda value: c104.Double.ON if int(value) == 2 else c104.Double.OFF,
    6003: lambda value: c104.Int7(3),
    6004: lambda value: value,
    6005: lambda value: value,
    6006: lambda value: value,
    6007: lambda value: value,
}

for common in (47, 48):
    station = server.add_station(common_address=common)
    monitored(station, 1, T.M_SP_NA_1, common == 47)
    monitored(station, 2, T.M_DP_TB_1, c104.Double.ON)
    monitored(station, 3, T.M_ST_NA_1, c104.Int7(-5))
    monitored(station, 4, T.M_ME_NA_1, c104.NormalizedFloat(0.5))
    monitored(station, 5, T.M_ME_NB_1, c104.Int16(-1234))
    monitored(station, 6, T.M_ME_NC_1, 12.5 if common == 47 else 99.25)
    monitored(station, 7, T.M_BO_NA_1, c104.Byte32(0xDEADBEEF))
    monitored(station, 8, T.M_ME_TF_1, 3.25)
    monitored(station, 9, T.M_SP_TB_1, False)
    for ioa, kind in (
        (6001, T.C_SC_NA_1),
        (6002, T.C_DC_NA_1),
        (6003, T.C_RC_NA_1),
        (6004, T.C_SE_NA_1),
        (6005, T.C_SE_NB_1),
        (6006, T.C_SE_NC_1),
        (6007, T.C_BO_NA_1),
    ):
        point = station.add_point(io_address=ioa, type=kind)
        if common == 48 and kind in (T.C_SC_NA_1, T.C_DC_NA_1):
            point.command_mode = c104.CommandMode.SELECT_AND_EXECUTE
        point.on_receive(callable=on_command)

server.start()
print("ready", flush=True)
for line in sys.stdin:
    verb, *rest = line.split()
    if verb == "quit":
        break
    if verb == "refuse":
        is_refusing = rest[0] == "on"
    else:
        point = points[(int(rest[0]), int(rest[1]))]
        if verb == "bad":
            point.quality = c104.Quality.Invalid
        else:
            kind = type(point.value)
            point.value = kind(float(rest[2])) if kind is float else kind(int(rest[2]))
        point.transmit(cause=c104.Cot.SPONTANEOUS)
    print("ok", flush=True)
server.stop()
