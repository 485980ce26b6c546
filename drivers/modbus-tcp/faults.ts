// Converts faults of the line and exceptions of the device to codes of contract/errors.
import { DriverFault } from '../driver.ts'

const busy = 1711

/** The code of a Modbus exception; 10 and 11 come from Modbus gateways in front of a serial line. */
function codeOf(exception: number) {
  switch (exception) {
    case 1:
      return 1720
    case 2:
      return 1715
    case 3:
      return 1718
    // Modbus exception 5 "acknowledge" asks the client to retry later.
    case 5:
    case 6:
      return busy
    case 8:
      return 1724
    case 10:
      return 1725
    case 11:
      return 1727
    default:
      return 1721
  }
}

const names: Record<number, string> = {
  1: 'illegal function',
  2: 'illegal data address',
  3: 'illegal data value',
  4: 'device failure',
  5: 'acknowledge: accepted, in progress',
  6: 'device busy',
  8: 'memory parity error',
  10: 'gateway path unavailable',
  11: 'gateway target does not answer',
}

export const exceptionFault = (exception: number): DriverFault =>
  new DriverFault(codeOf(exception), `Modbus exception ${exception}: ${names[exception] ?? 'unknown'}`)

export const unreachableFault = (reason: string): DriverFault => new DriverFault(1722, reason, true)
export const closedFault = (): DriverFault => unreachableFault('the connection was closed')
/** No answer in time. `isBroken`: the connection must be opened again. */
export const timeoutFault = (isBroken: boolean): DriverFault => new DriverFault(1714, 'no answer in time', isBroken)

/** Converts anything thrown into a fault of the driver. */
export const faultOf = (error: unknown): DriverFault =>
  error instanceof DriverFault ? error : unreachableFault(error instanceof Error ? error.message : String(error))
