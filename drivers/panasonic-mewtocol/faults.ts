// Converts error codes of MEWTOCOL-COM to codes of contract/errors.
import { DriverFault } from '../driver.ts'

const busy = 1711
const garbled = 1712
const addressMissing = 1715
const readOnly = 1717
const outOfRange = 1718
const illegalFunction = 1720
const plcFault = 1721
const targetFailed = 1727

type Meaning = [
  code:
    | typeof busy
    | typeof garbled
    | typeof addressMissing
    | typeof readOnly
    | typeof outOfRange
    | typeof illegalFunction
    | typeof plcFault
    | typeof targetFailed,
  name: string,
]

const meanings: Readonly<Record<string, Meaning>> = {
  20: [plcFault, 'undefined error'],
  21: [targetFailed, 'the remote unit did not understand (NACK)'],
  22: [busy, 'the buffer of the remote unit is full (WACK)'],
  24: [illegalFunction, 'the format of the transmission is wrong'],
  26: [targetFailed, 'the station number is out of range'],
  27: [outOfRange, 'the frame is too long'],
  28: [targetFailed, 'the remote unit does not answer'],
  30: [busy, 'transmission is locked'],
  40: [garbled, 'the PLC received a wrong check sum'],
  41: [illegalFunction, 'the format of the command is wrong'],
  42: [illegalFunction, 'the command is not supported'],
  43: [plcFault, 'the sequence of commands is wrong'],
  50: [targetFailed, 'there is no such link'],
  51: [busy, 'the send buffer is full'],
  52: [busy, 'no transmission to the other unit at present'],
  53: [busy, 'another command is executed'],
  60: [addressMissing, 'the PLC has no such area'],
  61: [addressMissing, 'the PLC has no such number'],
  62: [plcFault, 'too many registrations'],
  63: [readOnly, 'not possible in this mode of the PLC'],
  65: [readOnly, 'the memory is protected'],
  66: [addressMissing, 'the address is out of range'],
  67: [addressMissing, 'there are no such data'],
}

/** The fault of an error code, in the two digits of an answer. */
export function mewtocolFault(error: string): DriverFault {
  const [code, name] = meanings[error] ?? [plcFault, 'see the manual of the PLC']
  return new DriverFault(code, `MEWTOCOL error ${error}: ${name}`)
}
