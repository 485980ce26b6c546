// Converts the status of encapsulation and of CIP to codes of contract/errors. Meanings: CIP volume 1, appendix B; CIP
// volume 2, chapter 2-3; extended codes of Logix: 1756-PM020, "CIP error codes".
import { DriverFault } from '../driver.ts'

/** The answer cannot belong to the request, or the start of the next one is unknown. */
export const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

/** An answer that belongs to the request but whose content is incomplete. */
export const incomplete = (reason: string): DriverFault => new DriverFault(1719, reason)

const busy = 1711
const noAnswer = 1714
const addressMissing = 1715
const wrongType = 1716
const readOnly = 1717
const refusedValue = 1718
const unsupported = 1720
const deviceFault = 1721
const unreachable = 1722
const badMessage = 1728

type Meaning = [
  code:
    | typeof busy
    | typeof noAnswer
    | typeof addressMissing
    | typeof wrongType
    | typeof readOnly
    | typeof refusedValue
    | typeof unsupported
    | typeof deviceFault
    | typeof unreachable
    | typeof badMessage,
  name: string,
]

/** General status codes that the driver handles specially. */
export const status = {
  good: 0x00,
  connection: 0x01,
  partial: 0x06,
  unsupported: 0x08,
  tooLarge: 0x11,
  packet: 0x1e,
} as const

const general: Record<number, Meaning> = {
  1: [unreachable, 'the connection to the controller failed'],
  2: [busy, 'the controller lacks resources at present'],
  3: [refusedValue, 'the controller refuses a parameter'],
  4: [addressMissing, 'there is no such tag or member'],
  5: [addressMissing, 'there is no such tag, member or element'],
  // A request may have been executed.
  7: [unreachable, 'the connection to the controller was lost'],
  8: [unsupported, 'the controller does not support this service'],
  9: [refusedValue, 'the controller refuses the value'],
  12: [deviceFault, 'the controller does not permit this in its present state'],
  14: [readOnly, 'the tag cannot be written'],
  15: [readOnly, 'the controller does not permit the access: see External Access of the tag'],
  16: [deviceFault, 'the controller does not permit this in its present mode'],
  17: [refusedValue, 'the answer would be too long'],
  19: [badMessage, 'the request is too short'],
  20: [addressMissing, 'there is no such attribute'],
  21: [badMessage, 'the request is too long'],
  32: [refusedValue, 'the controller refuses a parameter'],
  38: [addressMissing, 'the length of the path is wrong'],
  255: [deviceFault, 'the controller reports a fault'],
}

/** Extended codes of general status 01 (connection) and FF (Logix). */
const extended: Record<number, Record<number, Meaning>> = {
  1: {
    256: [busy, 'the connection is in use'],
    265: [refusedValue, 'the controller does not grant a connection of this size'],
    275: [busy, 'the controller has no free connection'],
    516: [noAnswer, 'the module of the route did not answer: check slot and route'],
    785: [unreachable, 'the route names a port that does not exist'],
    786: [unreachable, 'the route names a slot or address that does not exist'],
    789: [unreachable, 'the controller does not understand the route: check slot and route'],
  },
  255: {
    8196: [addressMissing, 'there is no such member'],
    8452: [addressMissing, 'the offset is beyond the end of the tag'],
    8453: [addressMissing, 'the index is beyond the end of the array'],
    8455: [wrongType, 'the tag has another data type'],
  },
}

const hex = (code: number, digits: number): string => code.toString(16).toUpperCase().padStart(digits, '0')

/** The fault of a general status with its extended status, if there is one. */
export function cipFault(code: number, more?: number): DriverFault {
  const [fault, name] = extended[code]?.[more ?? -1] ??
    general[code] ?? [deviceFault, 'see the manual of the controller']
  return new DriverFault(fault, `CIP status ${hex(code, 2)}${more === undefined ? '' : `/${hex(more, 4)}`}: ${name}`)
}

/** Whether the controller was not reached: another kind of message will not reach it either. */
export function isRouteFault(answer: { status: number; extended: number | undefined }): boolean {
  const fault = answer.status === status.connection ? extended[1]?.[answer.extended ?? -1]?.[0] : undefined
  return fault === unreachable || fault === noAnswer
}

/** The fault of a status of the encapsulation, after which the session must be opened again. */
export function encapsulationFault(code: number): DriverFault {
  if (code === 1) return new DriverFault(unsupported, 'encapsulation status 0001: unknown command', true)
  if (code === 2) return new DriverFault(busy, 'encapsulation status 0002: the controller lacks memory', true)
  if (code === 0x64) return new DriverFault(unreachable, 'encapsulation status 0064: the session has ended', true)
  return new DriverFault(deviceFault, `encapsulation status ${hex(code, 4)}`, true)
}
