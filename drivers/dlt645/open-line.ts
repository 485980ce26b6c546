// Opens a line of meters behind a serial server, on the wire that Modbus RTU uses too.
import { ConverterWire } from '../modbus-rtu/converter-wire.ts'
import { reopenLine } from '../modbus-rtu/trust.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import type { FoundFrame } from './frame.ts'
import { reopenRecord } from './line-record.ts'
import { MeterLine } from './meter-line.ts'

type Place = { host: string; port: number; timeoutMs: number }

/** `protocol` keeps apart the records of lines with different frames. Throws a `DriverFault` 1722. */
export async function openLine<F>(
  protocol: string,
  params: Place,
  find: (bytes: Buffer, isQuiet: boolean) => FoundFrame<F>,
  signal: AbortSignal,
): Promise<MeterLine<F>> {
  const dial = () => openWire(params, signal)
  const wire = await dial()
  const now = () => performance.now()
  const key = `${protocol}:${params.host.toLowerCase()}:${params.port}`
  return new MeterLine({
    wire: new ConverterWire(wire, { line: reopenLine(key, now()), dial, now }),
    record: reopenRecord(key),
    find,
    now,
  })
}
