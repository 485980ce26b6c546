// Frames of DL/T 645-1997 and -2007: preamble, address, control code, data with 33H added to each byte, checksum. Pure.

/** `address`: 12 digits as printed on the meter. `data`: without the added 33H. */
export type MeterFrame = { address: string; control: number; data: Buffer }

/** `isDamaged`: a frame with a wrong checksum or end was skipped. `rest` may still become a frame. */
export type FoundFrame<F> = { frame?: F; isDamaged: boolean; rest: Buffer }

const start = 0x68
const end = 0x16
const headBytes = 10
const added = 0x33

/** The address as sent: the lowest pair of digits first. */
const wireAddress = (address: string): Buffer => Buffer.from(address, 'hex').reverse()

/** The sum of all bytes, modulo 256. */
export const checksum = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0)

/** A frame ready to be sent, after `preamble` bytes FE that wake the receiver up. */
export function meterFrame({ address, control, data }: MeterFrame, preamble = 0): Buffer {
  const body = Buffer.from([start, ...wireAddress(address), start, control, data.length, ...data.map((b) => b + added)])
  return Buffer.concat([Buffer.alloc(preamble, 0xfe), body, Buffer.from([checksum(body), end])])
}

/**
 * Finds the first complete frame. Bytes in front of it are skipped: preamble, noise, a single 68H. `isQuiet`: no byte
 * has followed for a while, so that an incomplete frame stays incomplete.
 */
export function findMeterFrame(bytes: Buffer, isQuiet: boolean): FoundFrame<MeterFrame> {
  let isDamaged = false
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
    if (bytes.length > at + 7 && bytes[at + 7] !== start) continue
    const length = bytes.length > at + 9 ? headBytes + bytes[at + 9]! + 2 : undefined
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

const parse = (whole: Buffer): MeterFrame => ({
  address: Buffer.from(whole.subarray(1, 7)).reverse().toString('hex').toUpperCase(),
  control: whole[8]!,
  data: Buffer.from(whole.subarray(headBytes, -2).map((byte) => byte - added)),
})
