// A backup file is one gzip stream of frames: a byte for the kind, four for the length, then JSON or a piece of a table
// in COPY format. The file starts with a manifest and ends with an end frame, so that an incomplete file is detected.
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorCode, errorText, SetupError } from './setup-error.ts'

const JSON_FRAME = 1
const DATA_FRAME = 2
const HEAD_BYTES = 5
/** Larger than any piece of a table; a frame that claims more is rejected. */
const FRAME_MAX_BYTES = 64 * 1024 * 1024

export type BackupFrame = { json: unknown } | { data: Buffer }

type BackupWriter = {
  json(value: unknown): Promise<void>
  data(bytes: Buffer): Promise<void>
  /** Renames `<file>.part` to its final name. */
  finish(): Promise<void>
  /** Deletes the partial file. */
  abandon(): Promise<void>
}

/** An error about a file, for the terminal. */
export const fileFault = (file: string, what: string, cause?: unknown): SetupError =>
  new SetupError('FILE', `${file} ${what}`, cause)

/** Creates a file that only its owner can read, because it holds the installation's key. */
export async function writeBackup(file: string): Promise<BackupWriter> {
  if (existsSync(file)) throw fileFault(file, 'exists already: name another file')
  const part = `${file}.part`
  rmSync(part, { force: true })
  const target = createWriteStream(part, { mode: 0o600, flags: 'wx' })
  const gzip = createGzip({ level: 3 })
  let fault: unknown
  const written = pipeline(gzip, target).catch((error: unknown) => {
    fault = error
  })
  const told = () => fileFault(file, `cannot be written (${errorText(fault)}): name a file that can`, fault)
  async function frame(kind: number, bytes: Buffer): Promise<void> {
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(kind, 0)
    head.writeUInt32BE(bytes.length, 1)
    if (fault) throw told()
    gzip.write(head)
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
    if (fault) throw told()
  }
  return {
    json: (value) => frame(JSON_FRAME, Buffer.from(JSON.stringify(value))),
    data: (bytes) => frame(DATA_FRAME, bytes),
    async finish() {
      gzip.end()
      await written
      if (fault) throw told()
      await flush(part)
      renameSync(part, file)
      await flush(dirname(file))
    },
    async abandon() {
      gzip.destroy()
      await written
      rmSync(part, { force: true })
    },
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The frames of a file, in order. Throws a SetupError if the file is not a backup, is damaged or ends early. */
export async function* readBackup(file: string): AsyncGenerator<BackupFrame> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  const piped = pipeline(source, gunzip).catch(() => undefined)
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      rest = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
      for (let length = lengthOf(rest, file); length !== undefined; length = lengthOf(rest, file)) {
        yield frameOf(rest.readUInt8(0), rest.subarray(HEAD_BYTES, length), file)
        rest = rest.subarray(length)
      }
    }
  } catch (error) {
    if (error instanceof SetupError) throw error
    const code = errorCode(error) ?? ''
    const isFile = !['ENOENT', 'EISDIR', 'EACCES'].includes(code)
    throw fileFault(
      file,
      isFile ? `is no backup, or is damaged (${errorText(error)})` : `cannot be read (${code})`,
      error,
    )
  } finally {
    source.destroy()
    gunzip.destroy()
    await piped
  }
  if (rest.length > 0) throw fileFault(file, 'is damaged: it ends in the middle')
}

/** Length of the first frame with its header, or undefined until all of it has been read. */
function lengthOf(bytes: Buffer, file: string): number | undefined {
  if (bytes.length < HEAD_BYTES) return undefined
  const length = bytes.readUInt32BE(1)
  if (length > FRAME_MAX_BYTES) throw fileFault(file, 'is no backup, or is damaged')
  return bytes.length < HEAD_BYTES + length ? undefined : HEAD_BYTES + length
}

function frameOf(kind: number, bytes: Buffer, file: string): BackupFrame {
  if (kind === DATA_FRAME) return { data: bytes }
  try {
    if (kind === JSON_FRAME) return { json: JSON.parse(bytes.toString('utf8')) }
  } catch (error) {
    throw fileFault(file, 'is damaged', error)
  }
  throw fileFault(file, 'is no backup, or is damaged')
}
