// Converts end codes of Host Link (W342, section 4-2) to codes of contract/errors.
import { DriverFault } from '../driver.ts'

const garbled = 1712
const addressMissing = 1715
const readOnly = 1717
const outOfRange = 1718
const illegalFunction = 1720
const plcFault = 1721

type Meaning = [
  code:
    | typeof garbled
    | typeof addressMissing
    | typeof readOnly
    | typeof outOfRange
    | typeof illegalFunction
    | typeof plcFault,
  name: string,
]

const meanings: Readonly<Record<string, Meaning>> = {
  '01': [readOnly, 'not possible in RUN mode: set the PLC to MONITOR mode'],
  '02': [readOnly, 'not possible in MONITOR mode'],
  '03': [readOnly, 'the memory is write-protected'],
  '04': [addressMissing, 'the address is too large'],
  '0B': [readOnly, 'not possible in PROGRAM mode'],
  '13': [garbled, 'the PLC received a wrong check sum'],
  '14': [illegalFunction, 'the format of the command is wrong'],
  '15': [addressMissing, 'the PLC has no such words'],
  '16': [illegalFunction, 'the command is not supported'],
  '18': [outOfRange, 'the frame is too long'],
  '19': [illegalFunction, 'not executable'],
  '21': [plcFault, 'the CPU has an error'],
  '23': [readOnly, 'the memory is write-protected'],
  A3: [garbled, 'aborted: a wrong check sum'],
  A4: [illegalFunction, 'aborted: a wrong format'],
  A5: [addressMissing, 'aborted: no such words'],
  A8: [outOfRange, 'aborted: the frame is too long'],
}

/** The fault of an end code in hexadecimal, other than 00. */
export function hostLinkFault(end: string): DriverFault {
  const [code, name] = meanings[end] ?? [plcFault, 'see the manual of the PLC']
  return new DriverFault(code, `Host Link end code ${end}: ${name}`)
}

/** The PLC does not know the command (answer IC). */
export const unknownCommand = (): DriverFault => new DriverFault(illegalFunction, 'the PLC does not know the command')
