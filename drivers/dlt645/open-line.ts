// Opens a line of meters, on a serial port of the gateway or behind a serial server, by the wire that Modbus RTU uses too.
import { ConverterWire } from '../modbus-rtu/converter-wire.ts'
import { reopenLine } from '../modbus-rtu/trust.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import type { FoundFrame } from './frame.ts'
import { reopenRecord } from './line-record.ts'
import { MeterLine } from './meter-line.ts'
import { type LinePlace, lineKey } from './params.ts'

const now = () => performance.now()

/** Throws a `DriverFault` 1722, or 1756 to 1759 for a serial port. */
export async function openLine<F>(
  protocol: string,
  params: LinePlace,
  find: (bytes: Buffer, isQuiet: boolean) => FoundFrame<F>,
  signal: AbortSignal,
): Promise<MeterLine<F>> {
  const key = lineKey(protocol, params)
  const opened = params.connection === 'serial' ? await openSerial(params, signal) : await openTcp(params, signal)
  const { closed, ...wire } = opened
  const line = reopenLine(key, now())
  return new MeterLine({
    wire: new ConverterWire(wire.wire, { ...wire, line, now }),
    closed,
    record: reopenRecord(key),
    find,
    now,
  })
}

async function openTcp(params: LinePlace, signal: AbortSignal) {
  const dial = () => openWire(params, signal)
  return { wire: await dial(), dial, closed: undefined }
}

/** The package for serial ports has a compiled part: it is loaded with the first port. */
async function openSerial(params: LinePlace, signal: AbortSignal) {
  const { openSerialWire } = await import('../modbus-rtu/serial-wire.ts')
  return openSerialWire(params, signal)
}
