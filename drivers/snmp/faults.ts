// Converts faults of agents and of the library to codes of contract/errors. Meanings: RFC 3416, chapter 3; RFC 3414,
// chapter 3.2.
import { DriverFault } from '../driver.ts'

/** Statuses of a whole answer. `noSuchName` exists in v1 only. */
export const errorStatus = { tooBig: 1, noSuchName: 2, authorization: 16 } as const

const addressMissing = 1715
const readOnly = 1717
const refusedValue = 1718

type Meaning = [code: typeof addressMissing | typeof readOnly | typeof refusedValue | 1711 | 1721, name: string]

const meanings: Record<number, Meaning> = {
  1: [refusedValue, 'tooBig: the answer does not fit into a message of the device'],
  2: [addressMissing, 'noSuchName: the device has no such object, or does not permit the access'],
  3: [refusedValue, 'badValue: the device refuses the value'],
  4: [readOnly, 'readOnly: the object cannot be written'],
  5: [1721, 'genErr: the device could not process the request'],
  6: [readOnly, 'noAccess: the community or user may not access the object'],
  7: [refusedValue, 'wrongType: the object has another type'],
  8: [refusedValue, 'wrongLength: the text has a length that the object refuses'],
  9: [refusedValue, 'wrongEncoding: the device refuses the value'],
  10: [refusedValue, 'wrongValue: the device refuses the value'],
  11: [addressMissing, 'noCreation: the object does not exist and cannot be created'],
  12: [refusedValue, 'inconsistentValue: the value does not fit the present state of the device'],
  13: [1711, 'resourceUnavailable: the device lacks resources at present'],
  14: [1721, 'commitFailed: the device could not store the value'],
  15: [1721, 'undoFailed: the device could not restore the former value'],
  16: [readOnly, 'authorizationError: the community or user may not access the object'],
  17: [readOnly, 'notWritable: the object cannot be written'],
  18: [addressMissing, 'inconsistentName: the object cannot exist in the present state of the device'],
}

/** The value may have been written: the fault must not count as a refusal. */
const undoFailed = 15

/** The fault of an error status of an answer. */
export function statusFault(status: number): DriverFault {
  const [code, name] = meanings[status] ?? [1721, 'see the manual of the device']
  return new DriverFault(code, `SNMP error ${status}, ${name}`, status === undoFailed)
}

/** The answer is not that to the request. */
export const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

/** The device refuses the user of v3, or the passwords of that user. */
export const loginFault = (reason: string): DriverFault => new DriverFault(1748, reason)
