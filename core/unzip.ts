// Unpacks entries of an uploaded archive within limits, without trusting the sizes that it declares. Counterpart of
// zip.ts.
import { inflateRawSync } from 'node:zlib'

export type UnzipFault = 'damaged' | 'tooLarge'
/** Maximum number of entries, and of bytes of all unpacked entries together. */
type UnzipLimits = { entries: number; bytes: number }

const endMark = 0x0605_4b50
const entryMark = 0x0201_4b50
const localMark = 0x0403_4b50
/** Maximum length of the comment at the end of an archive. */
const longestComment = 0xffff

type Entry = { name: string; method: number; isSealed: boolean; packed: number; offset: number }

/** The wanted entries, unpacked. Supports no 64-bit extension, no encryption, and no method except deflate. */
export function unzip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  limits: UnzipLimits,
): Map<string, Buffer> | UnzipFault {
  const entries = entriesOf(bytes, limits.entries)
  if (typeof entries === 'string') return entries
  const found = new Map<string, Buffer>()
  let left = limits.bytes
  for (const entry of entries) {
    if (!isWanted(entry.name) || found.has(entry.name)) continue
    const content = contentOf(bytes, entry, left)
    if (typeof content === 'string') return content
    left -= content.length
    found.set(entry.name, content)
  }
  return found
}

/** Reads the directory at the end of the archive. */
function entriesOf(bytes: Buffer, most: number): Entry[] | UnzipFault {
  let end = bytes.length - 22
  const first = Math.max(0, end - longestComment)
  while (end >= first && bytes.readUInt32LE(end) !== endMark) end -= 1
  if (end < first || end < 0) return 'damaged'
  const count = bytes.readUInt16LE(end + 10)
  if (count > most) return 'tooLarge'
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) return 'damaged'
    const nameLength = bytes.readUInt16LE(at + 28)
    const next = at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      isSealed: (bytes.readUInt16LE(at + 8) & 1) === 1,
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at = next
  }
  return entries
}

function contentOf(bytes: Buffer, { method, isSealed, packed, offset }: Entry, most: number): Buffer | UnzipFault {
  if (isSealed || offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localMark) return 'damaged'
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (from + packed > bytes.length) return 'damaged'
  const content = bytes.subarray(from, from + packed)
  if (method === 0) return content.length > most ? 'tooLarge' : content
  if (method !== 8) return 'damaged'
  if (most <= 0) return 'tooLarge'
  try {
    return inflateRawSync(content, { maxOutputLength: most })
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'damaged'
  }
}
