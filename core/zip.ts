// Writes an archive as a stream: entries in order, each deflated on the fly; only names and checksums stay in memory.
// Without the 64-bit extension, which spreadsheets do not accept: at most 4 GB.
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number }

const most = 0xffff_ffff
/** Checksums follow the data; names are UTF-8. */
const flags = 0x0808
const deflate = 8
/** 1980-01-01: a date the format can hold, and the same archive for the same rows. */
const dosDate = 0x21

/** The bytes of the archive, in parts. Throws a RangeError beyond 4 GB. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    yield localHeader(entry)
    for await (const part of deflated(content, entry)) {
      entry.packed += part.length
      yield part
    }
    yield descriptor(entry)
    offset += 30 + entry.name.length + entry.packed + 16
    if (offset > most || entry.size > most) throw new RangeError('an archive holds 4 GB at most')
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield directoryEnd(written.length, directory.length, offset)
}

/** Deflates in another thread; when the reader stops, the content stops too. */
async function* deflated(content: ZipEntry['content'], entry: Written): AsyncGenerator<Uint8Array> {
  async function* summed() {
    for await (const part of content) {
      entry.crc = crc32(part, entry.crc)
      entry.size += part.length
      yield part
    }
  }
  const packer = createDeflateRaw({ level: 1 })
  // Errors of the content destroy the packer, which emits them.
  pipeline(Readable.from(summed(), { objectMode: false }), packer, () => undefined)
  for await (const part of packer) yield part as Uint8Array
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflate, 8)
  header.writeUInt16LE(dosDate, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  writeSums(bytes, 4, crc, packed, size)
  return bytes
}

function writeSums(bytes: Buffer, at: number, crc: number, packed: number, size: number): void {
  bytes.writeUInt32LE(crc, at)
  bytes.writeUInt32LE(packed, at + 4)
  bytes.writeUInt32LE(size, at + 8)
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x0201_4b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(deflate, 10)
  entry.writeUInt16LE(dosDate, 14)
  writeSums(entry, 16, crc, packed, size)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function directoryEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
