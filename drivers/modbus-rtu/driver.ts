// Modbus RTU and ASCII, the half that does I/O: frames with a checksum and without numbers.
import type { Opener } from '../driver.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { pathOf, type RtuParams } from './params.ts'
import { RtuSession } from './session.ts'
import { reopenLine } from './trust.ts'

const now = () => performance.now()

export const opener: Opener<RtuParams> = {
  open: (params, signal) => (params.connection === 'serial' ? openSerial(params, signal) : openTcp(params, signal)),
}

async function openTcp(params: RtuParams, signal: AbortSignal): Promise<RtuSession> {
  const dial = () => openWire(params, signal)
  const wire = await dial()
  return new RtuSession({ wire, line: reopenLine(`${params.host.toLowerCase()}:${params.port}`, now()), dial, now })
}

/** The package for serial ports has a compiled part: it is loaded with the first port. */
async function openSerial(params: RtuParams, signal: AbortSignal): Promise<RtuSession> {
  const { openSerialWire } = await import('./serial-wire.ts')
  const opened = await openSerialWire(params, signal)
  return new RtuSession({ ...opened, line: reopenLine(pathOf(params), now()), now })
}
