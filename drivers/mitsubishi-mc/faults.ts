// Converts end codes of the PLC to codes of contract/errors. Meanings: SH-080008, and the manuals of the CPU and of the
// Ethernet module that it refers to.
import { DriverFault } from '../driver.ts'

/** The connection cannot be used further: which answer follows is unknown. */
export const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

const noAnswer = 1714
const addressMissing = 1715
const readOnly = 1717
const outOfRange = 1718
const illegalFunction = 1720
const plcFault = 1721
const accessDenied = 1745

type Meaning = [
  code:
    | typeof noAnswer
    | typeof addressMissing
    | typeof readOnly
    | typeof outOfRange
    | typeof illegalFunction
    | typeof plcFault
    | typeof accessDenied,
  name: string,
]

const meanings: Record<number, Meaning> = {
  85: [readOnly, 'writing during RUN is disabled'],
  16432: [addressMissing, 'the CPU has no such device'],
  16433: [addressMissing, 'the device number is out of range'],
  49233: [outOfRange, 'too many points'],
  49234: [outOfRange, 'too many points'],
  49235: [outOfRange, 'too many points'],
  49236: [outOfRange, 'too many points'],
  49238: [addressMissing, 'beyond the last device number'],
  49241: [illegalFunction, 'the command is not supported'],
  49243: [addressMissing, 'the CPU cannot access this device'],
  49244: [addressMissing, 'the device cannot be accessed in this way'],
  // The CPU did not answer its Ethernet module: a write may still be executed.
  49246: [noAnswer, 'the CPU did not answer within the monitoring timer'],
  49247: [illegalFunction, 'the target does not support the request'],
  49248: [addressMissing, 'the bit device cannot be accessed in this way'],
  49665: [accessDenied, 'the port is locked by a remote password'],
}

const meanings1E: Record<number, Meaning> = {
  80: [illegalFunction, 'the command is not supported'],
  85: [readOnly, 'writing during RUN is disabled'],
  86: [addressMissing, 'no such device'],
  87: [outOfRange, 'too many points'],
  88: [addressMissing, 'the device number is out of range'],
  96: [noAnswer, 'the CPU did not answer within the monitoring timer'],
}

/** The fault of an end code of a 3E or 4E frame. */
export const endFault = (end: number): DriverFault => fault(end, 4, meanings[end])

/** The fault of an end code of a 1E frame; `abnormal`: the code that follows end code 5B. */
export const endFault1E = (end: number, abnormal?: number): DriverFault =>
  fault(end, 2, abnormal === undefined ? meanings1E[end] : [plcFault, `abnormal code ${hex(abnormal, 2)}`])

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')

const fault = (end: number, digits: number, [code, name]: Meaning = [plcFault, 'see the manual of the PLC']) =>
  new DriverFault(code, `MC end code ${hex(end, digits)}: ${name}`)
