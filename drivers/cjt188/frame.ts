// Frames of CJ/T 188-2004 and -2018: as those of DL/T 645, but with the type of the meter, an address of 7 bytes, a
// serial number in the data, and without the added 33H. Pure.

import { checksum, type FoundFrame } from '../dlt645/frame.ts'
import type { MeterAsk } from '../dlt645/meter-line.ts'
import { DriverFault } from '../driver.ts'

/** `address`: 14 digits as printed, the code of the maker first. `data`: identifier, serial number, values. */
export type Cjt188Frame = { type: number; address: string; control: number; data: Buffer }

const start = 0x68
const end = 0x16
const headBytes = 11
const readControl = 0x01
const isAnswer = 0x80
const isError = 0x40

/** A frame ready to be sent, after `preamble` bytes FE. */
export function cjt188Frame({ type, address, control, data }: Cjt188Frame, preamble = 0): Buffer {
  const body = Buffer.from([start, type, ...Buffer.from(address, 'hex').reverse(), control, data.length, ...data])
  return Buffer.concat([Buffer.alloc(preamble, 0xfe), body, Buffer.from([checksum(body), end])])
}

/** Finds the first complete frame with a right checksum; see `findMeterFrame`. */
export function findCjt188Frame(bytes: Buffer, isQuiet: boolean): FoundFrame<Cjt188Frame> {
  let isDamaged = false
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
    const length = bytes.length > at + 10 ? headBytes + bytes[at + 10]! + 2 : undefined
    if (length === undefined || at + length > bytes.length) {
      if (!isQuiet) return { isDamaged, rest: bytes.subarray(at) }
      isDamaged ||= length !== undefined
      continue
    }
    const whole = bytes.subarray(at, at + length)
    if (whole[length - 1] !== end || checksum(whole.subarray(0, -2)) !== whole[length - 2]) {
      isDamaged = true
      continue
    }
    return { frame: parse(whole), isDamaged, rest: bytes.subarray(at + length) }
  }
  return { isDamaged, rest: Buffer.alloc(0) }
}

const parse = (whole: Buffer): Cjt188Frame => ({
  type: whole[1]!,
  address: Buffer.from(whole.subarray(2, 9)).reverse().toString('hex').toUpperCase(),
  control: whole[9]!,
  data: whole.subarray(headBytes, -2),
})

type Of = { meterType: number; address: string; preamble: number; identifierOrder: 'low' | 'high' }

/**
 * Reads a data identifier (two bytes, highest first). The meter returns the serial number, which identifies the request.
 * The answer is the values, or the fault of the meter.
 */
export function readAsk(
  di: readonly number[],
  serial: number,
  { meterType, address, preamble, identifierOrder }: Of,
): MeterAsk<Cjt188Frame, Buffer | DriverFault> {
  const head = Buffer.from([...(identifierOrder === 'low' ? [...di].reverse() : di), serial])
  return {
    meter: `${meterType} ${address}`,
    key: `#${serial}`,
    isNumbered: true,
    bytes: cjt188Frame({ type: meterType, address, control: readControl, data: head }, preamble),
    accept: ({ type, address: sender, control, data }) => {
      if (type !== meterType || sender !== address) return undefined
      if (control === (readControl | isAnswer | isError) && data[0] === serial)
        return { answer: errorFault(data.subarray(1)), isExact: true }
      if (control !== (readControl | isAnswer) || !data.subarray(0, head.length).equals(head)) return undefined
      return { answer: data.subarray(head.length), isExact: true }
    },
  }
}

/** The fault of an error answer: the meter returns its status only. */
const errorFault = (status: Uint8Array): DriverFault =>
  new DriverFault(1715, `the meter refuses the request, status ${Buffer.from(status).toString('hex').toUpperCase()}`)
