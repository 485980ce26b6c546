// What the line and the device say when they refuse, as a code of contract/errors.
import { DriverFault } from '../driver.ts'

// Modbus exception code → ours. 5 (acknowledge, come back later) and 6 are both "busy"; 10 and 11 come from gateways
// in front of a serial line: no path, and no answer of the target.
const codes: Record<number, number> = {
  1: 1720,
  2: 1715,
  3: 1718,
  4: 1721,
  5: 1711,
  6: 1711,
  7: 1721,
  8: 1712,
  10: 1722,
  11: 1714,
}

type LibraryError = { message?: unknown; errno?: unknown; modbusCode?: unknown }

export const unreachable = (reason: string): DriverFault => new DriverFault(1722, reason, true)
export const closedFault = (): DriverFault => unreachable('the connection was closed')

/** A fault out of whatever the library or the socket threw. */
export function faultOf(error: unknown): DriverFault {
  if (error instanceof DriverFault) return error
  const { message, errno, modbusCode } = (error ?? {}) as LibraryError
  const reason = String(message ?? error)
  if (typeof modbusCode === 'number') return new DriverFault(codes[modbusCode] ?? 1721, reason)
  if (errno === 'ETIMEDOUT') return new DriverFault(1714, 'no answer in time')
  if (reason.startsWith('CRC')) return new DriverFault(1712, reason)
  // "Unexpected data": an answer of another unit or function, out of step with what was asked.
  if (reason.startsWith('Unexpected data')) return new DriverFault(1712, reason, true)
  if (reason.startsWith('Data length')) return new DriverFault(1719, reason)
  return unreachable(reason)
}
