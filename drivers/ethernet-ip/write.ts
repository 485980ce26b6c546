// Requests that write a value, by the type that the controller has. Pure. Source: 1756-PM020, "Write Tag",
// "Write Tag Fragmented" and "Read Modify Write Tag".
import type { Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { toBool } from '../tag-value.ts'
import { requestBytes, services } from './cip.ts'
import type { EipParams } from './params.ts'
import { tagPath } from './path.ts'
import type { Place } from './plan.ts'
import { atomicBytes, atomicOf, checkBit, codes, prefixedBytes, structureBytes, typeName } from './type.ts'

/** A tag whose type is known. `capacity`: bytes of text that a string structure holds. */
export type TagType = { type: number; handle: number | undefined; bytes: number; capacity: number | undefined }

/** The bytes that replace the value of a place. Throws 1716, 2001, 2007, 2008. */
export function writtenBytes({ type, bytes, capacity }: TagType, value: Value, { model, encoding }: EipParams): Buffer {
  const atomic = atomicOf(type)
  if (atomic) {
    const written = atomicBytes(atomic, value)
    return type === codes.bool && model === 'omron' ? Buffer.concat([written, Buffer.of(0)]) : written
  }
  if (type === codes.string || type === codes.shortString) return prefixedBytes(type, value, encoding)
  if (type === codes.structure && capacity !== undefined)
    return structureBytes(value, { size: bytes, capacity }, encoding)
  throw new DriverFault(1716, `${typeName(type)} cannot be written`)
}

/** The bytes of a word with one bit changed. Throws 1716 unless it has that bit. */
export function withBit(word: Buffer, type: number, bit: number, value: Value): Buffer {
  checkBit(wholeOf(type), bit)
  const changed = Buffer.from(word)
  const mask = 1 << (bit & 7)
  const byte = changed[bit >> 3]!
  changed[bit >> 3] = toBool(value) ? byte | mask : byte & ~mask
  return changed
}

function wholeOf(type: number) {
  const atomic = atomicOf(type)
  if (!atomic) throw new DriverFault(1716, `it is ${typeName(type)}, which has no bits`)
  return atomic
}

/** The request that changes one bit and leaves the others to the controller. Throws 1716. */
export function bitRequest({ tag, index }: Place, type: number, bit: number, value: Value): Uint8Array {
  const { bytes } = wholeOf(type)
  const set = withBit(Buffer.alloc(bytes), type, bit, value)
  const clear = withBit(Buffer.alloc(bytes, 0xff), type, bit, value)
  return requestBytes(services.modify, tagPath(tag.segments, index), Buffer.concat([Buffer.of(bytes, 0), set, clear]))
}

const typeBytes = ({ type, handle }: TagType): number[] => [
  ...[type & 0xff, type >> 8],
  ...(handle === undefined ? [] : [handle & 0xff, handle >> 8]),
]
const one = [1, 0]

/** The requests that write the bytes of one element: several if it does not fit into a message of `maxBytes`. */
export function writeRequests({ tag, index }: Place, known: TagType, bytes: Buffer, maxBytes: number): Uint8Array[] {
  const path = tagPath(tag.segments, index)
  const head = Buffer.from([...typeBytes(known), ...one])
  const whole = requestBytes(services.write, path, Buffer.concat([head, bytes]))
  if (whole.length <= maxBytes) return [whole]
  const offsetBytes = 4
  // Parts of a multiple of four bytes, as the members of a structure are aligned.
  const room = (maxBytes - (whole.length - bytes.length) - offsetBytes) & ~3
  const requests: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += room) {
    const offset = Buffer.alloc(offsetBytes)
    offset.writeUInt32LE(at, 0)
    requests.push(requestBytes(services.writePart, path, Buffer.concat([head, offset, bytes.subarray(at, at + room)])))
  }
  return requests
}

/** Whether the controller changes single bits; elsewhere the word is read and written. */
export const hasBitWrite = ({ model }: Pick<EipParams, 'model'>): boolean => model === 'logix'
