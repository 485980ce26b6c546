// Application service data units (IEC 60870-5-101, clause 7, with the field sizes of 104): two bytes of cause, two of common
// address, three of information object address. Pure.
import { outOfStep } from './faults.ts'

/** The head of an ASDU. `isSequence`: one address, its objects have consecutive ones. */
export type Head = {
  type: number
  isSequence: boolean
  count: number
  cause: number
  isNegative: boolean
  isTest: boolean
  commonAddress: number
}

const [headBytes, addressBytes] = [6, 3]

/** Throws 1712 if the ASDU is shorter than its head. */
export function headOf(asdu: Buffer): Head {
  if (asdu.length < headBytes) throw outOfStep(`an ASDU of ${asdu.length} bytes`)
  const [type, structure, cause] = asdu as unknown as [number, number, number]
  return {
    type,
    isSequence: (structure & 0x80) !== 0,
    count: structure & 0x7f,
    cause: cause & 0x3f,
    isNegative: (cause & 0x40) !== 0,
    isTest: (cause & 0x80) !== 0,
    commonAddress: asdu.readUInt16LE(4),
  }
}

const readAddress = (asdu: Buffer, at: number): number => asdu[at]! | (asdu[at + 1]! << 8) | (asdu[at + 2]! << 16)

/** Calls `use` with the address and the position of each object. Throws 1712 if the length is not that of the objects. */
export function eachObject(
  asdu: Buffer,
  { type, isSequence, count }: Head,
  objectBytes: number,
  use: (address: number, at: number) => void,
): void {
  const objects = isSequence ? addressBytes + count * objectBytes : count * (addressBytes + objectBytes)
  if (asdu.length !== headBytes + objects || count === 0)
    throw outOfStep(`an ASDU of type ${type} with ${count} objects and ${asdu.length} bytes`)
  const step = isSequence ? objectBytes : addressBytes + objectBytes
  let at = headBytes + addressBytes
  let address = readAddress(asdu, headBytes)
  for (let index = 0; index < count; index++, at += step) {
    if (isSequence) use(address++, at)
    else {
      address = readAddress(asdu, at - addressBytes)
      use(address, at)
    }
  }
}

/** The address of the first object; undefined if the ASDU has none. */
export const firstAddress = (asdu: Buffer): number | undefined =>
  asdu.length < headBytes + addressBytes ? undefined : readAddress(asdu, headBytes)

/** The element of the only object, with its time tag. */
export const firstElement = (asdu: Buffer): Buffer => asdu.subarray(headBytes + addressBytes)

/** An ASDU with one object. */
type Request = {
  type: number
  cause: number
  originator: number
  commonAddress: number
  address: number
  element: Uint8Array
}

export function asduOf({ type, cause, originator, commonAddress, address, element }: Request): Buffer {
  const head = Buffer.of(type, 1, cause, originator, commonAddress & 0xff, commonAddress >> 8)
  return Buffer.concat([head, Buffer.of(address & 0xff, (address >> 8) & 0xff, address >> 16), element])
}
