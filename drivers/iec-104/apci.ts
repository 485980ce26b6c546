// Frames of the APCI (IEC 60870-5-104, clause 5): start byte, length, control field, ASDU. Pure.
import { outOfStep } from './faults.ts'

/** Control fields of U-frames: activation and confirmation of each function. */
export const control = {
  startAct: 0x07,
  startCon: 0x0b,
  stopAct: 0x13,
  stopCon: 0x23,
  testAct: 0x43,
  testCon: 0x83,
} as const

/** `sent` and `received` are the numbers N(S) and N(R), modulo 32768. */
export type Frame =
  | { kind: 'i'; sent: number; received: number; asdu: Buffer }
  | { kind: 's'; received: number }
  | { kind: 'u'; control: number }

/** Numbers of frames are counted modulo this. */
export const modulus = 32_768

const startByte = 0x68
const [headBytes, controlBytes] = [2, 4]
const maxLength = 253
/** An ASDU is at most this long, so that its frame is not longer than the protocol permits. */
export const maxAsdu = maxLength - controlBytes

const uControls: ReadonlySet<number> = new Set(Object.values(control))

export const uFrame = (code: number): Buffer => Buffer.of(startByte, controlBytes, code, 0, 0, 0)

export const sFrame = (received: number): Buffer =>
  Buffer.of(startByte, controlBytes, 1, 0, (received << 1) & 0xff, received >> 7)

export function iFrame(sent: number, received: number, asdu: Uint8Array): Buffer {
  const numbers = [(sent << 1) & 0xff, sent >> 7, (received << 1) & 0xff, received >> 7]
  return Buffer.concat([Buffer.of(startByte, controlBytes + asdu.length, ...numbers), asdu])
}

/** Splits a stream into frames. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /**
   * The complete frames in the stream. Throws 1712 if any byte received so far cannot be part of the protocol; the frames
   * before it are then discarded too, because their bytes may be mixed with others.
   */
  take(bytes: Buffer): Frame[] {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const frames: Frame[] = []
    let at = 0
    for (let end = endOf(all, at); end !== undefined; end = endOf(all, at)) {
      frames.push(frameOf(all.subarray(at + headBytes, end)))
      at = end
    }
    this.#rest = Buffer.from(all.subarray(at))
    return frames
  }
}

/** The end of the frame at a position; undefined if it is not complete. */
function endOf(all: Buffer, at: number): number | undefined {
  if (at < all.length && all[at] !== startByte) throw outOfStep(`a frame starts with ${all[at]} instead of 0x68`)
  if (at + 1 >= all.length) return undefined
  const length = all[at + 1]!
  if (length < controlBytes || length > maxLength) throw outOfStep(`a frame of length ${length}`)
  const end = at + headBytes + length
  return end <= all.length ? end : undefined
}

/** `bytes`: control field and ASDU. */
function frameOf(bytes: Buffer): Frame {
  const [first, second, third, fourth] = bytes as unknown as [number, number, number, number]
  if ((third & 1) !== 0) throw outOfStep('a control field with a wrong bit')
  const received = (third >> 1) | (fourth << 7)
  if ((first & 1) === 0)
    return { kind: 'i', sent: (first >> 1) | (second << 7), received, asdu: bytes.subarray(controlBytes) }
  if (bytes.length !== controlBytes) throw outOfStep(`a control frame of length ${bytes.length}`)
  if (first === 1 && second === 0) return { kind: 's', received }
  if (!uControls.has(first) || second !== 0 || received !== 0) throw outOfStep(`an unknown control field ${first}`)
  return { kind: 'u', control: first }
}
