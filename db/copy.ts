// COPY in PostgreSQL's binary format: bulk rows cost a fraction of texts and parameters, and bytea is sent unchanged.
// COPY accepts no parameters, so its statement is built from `integers` only.
import { once } from 'node:events'
import { from, to } from 'pg-copy-streams'
import type { Connection } from './connection.ts'

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])
const BLOCK_BYTES = 256 * 1024

/** Fields of a row: views into the received bytes, null for SQL null. */
type CopyRow = (Buffer | null)[]

type Copies = Pick<Connection, 'query'>

/** Numbers for the text of a statement, separated by commas. Throws a RangeError for anything but safe integers. */
export function integers(list: Iterable<number>): string {
  const parts = [...list]
  const wrong = parts.find((part) => !Number.isSafeInteger(part))
  if (wrong !== undefined) throw new RangeError(`${wrong} is no integer for a statement`)
  return parts.join(',')
}

/** Runs `copy (…) to stdout` and yields its rows; the server waits for a slow reader. */
export async function* copyOut(client: Copies, query: string): AsyncGenerator<CopyRow> {
  const stream = client.query(to(`copy (${query}) to stdout (format binary)`, { highWaterMark: BLOCK_BYTES }))
  let rest: Buffer | undefined
  let isBegun = false
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const bytes = rest ? Buffer.concat([rest, piece]) : piece
    let at = 0
    if (!isBegun) {
      if (bytes.length < SIGNATURE.length) {
        rest = bytes
        continue
      }
      isBegun = true
      at = SIGNATURE.length
    }
    for (;;) {
      const end = rowEnd(bytes, at)
      if (end === undefined) break
      yield readRow(bytes, at)
      at = end
    }
    rest = at < bytes.length ? bytes.subarray(at) : undefined
  }
}

/** The end of the row that starts at `at`; undefined if the row is incomplete or is the end mark. */
function rowEnd(bytes: Buffer, at: number): number | undefined {
  if (at + 2 > bytes.length) return undefined
  const count = bytes.readInt16BE(at)
  if (count < 0) return undefined
  let next = at + 2
  for (let field = 0; field < count; field++) {
    if (next + 4 > bytes.length) return undefined
    next += 4 + Math.max(0, bytes.readInt32BE(next))
  }
  return next <= bytes.length ? next : undefined
}

function readRow(bytes: Buffer, at: number): CopyRow {
  const row: CopyRow = new Array(bytes.readInt16BE(at))
  let next = at + 2
  for (let field = 0; field < row.length; field++) {
    const length = bytes.readInt32BE(next)
    next += 4
    row[field] = length < 0 ? null : bytes.subarray(next, next + length)
    if (length > 0) next += length
  }
  return row
}

/** Reads an int8 field of a row as a number. */
export const readInt8 = (field: Buffer): number => field.readInt32BE(0) * 2 ** 32 + field.readUInt32BE(4)

/** Collects rows in the binary format; fields are written in the order of the columns. */
export type CopyWriter = {
  /** Starts a row with this number of fields. */
  row(fields: number): void
  int2(value: number): void
  int4(value: number): void
  int8(value: number): void
  float8(value: number | null): void
  bytes(value: Uint8Array): void
}

/**
 * Runs `copy <into> from stdin`: `write` is called for more rows until it returns false. Returns the number of rows.
 */
export async function copyIn(
  client: Copies,
  into: string,
  write: (writer: CopyWriter) => boolean | Promise<boolean>,
): Promise<number> {
  const stream = client.query(from(`copy ${into} from stdin (format binary)`))
  const finished = once(stream, 'finish')
  // The next wait or write throws an error of the server; after an error the stream must not be used.
  let fault: unknown
  stream.on('error', (error) => {
    fault ??= error
  })
  finished.catch(() => undefined)
  const block = createBlock(SIGNATURE)
  try {
    for (let more = true; more; ) {
      more = await write(block.writer)
      if (!more) block.writer.row(-1)
      if (more && block.length() < BLOCK_BYTES) continue
      if (fault) throw fault
      if (!stream.write(block.take())) await Promise.race([once(stream, 'drain'), finished])
    }
    if (fault) throw fault
    stream.end()
    await finished
  } catch (error) {
    // A statement that has ended has no connection left on which it could be cancelled.
    const isRunning = (stream as unknown as { connection: unknown }).connection !== null
    if (!fault && isRunning) stream.destroy(error instanceof Error ? error : undefined)
    throw error
  }
  return stream.rowCount
}

function createBlock(start: Buffer) {
  let bytes = Buffer.allocUnsafe(BLOCK_BYTES * 2)
  let at = start.copy(bytes)
  const need = (size: number): void => {
    if (at + size <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + size))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
  }
  const head = (length: number): void => {
    need(4 + Math.max(0, length))
    at = bytes.writeInt32BE(length, at)
  }
  const writer: CopyWriter = {
    row(fields) {
      need(2)
      if (fields < 0) at += TRAILER.copy(bytes, at)
      else at = bytes.writeInt16BE(fields, at)
    },
    int2(value) {
      head(2)
      at = bytes.writeInt16BE(value, at)
    },
    int4(value) {
      head(4)
      at = bytes.writeInt32BE(value, at)
    },
    int8(value) {
      head(8)
      at = bytes.writeBigInt64BE(BigInt(value), at)
    },
    float8(value) {
      if (value === null) return head(-1)
      head(8)
      at = bytes.writeDoubleBE(value, at)
    },
    bytes(value) {
      head(value.length)
      bytes.set(value, at)
      at += value.length
    },
  }
  const take = (): Buffer => {
    // The stream keeps a reference to these bytes, so the next block needs a new buffer.
    const taken = bytes.subarray(0, at)
    bytes = Buffer.allocUnsafe(BLOCK_BYTES * 2)
    at = 0
    return taken
  }
  return { writer, take, length: () => at }
}
