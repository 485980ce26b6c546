// The byte format of an outbox file: a sequence of frames. Pure. A frame has its numbers and the count of points stored
// before it, so that damaged entries can be counted by the next intact one.
//
//   0 mark FF FE 4F 42 · 4 crc32 of bytes 8-51 · 8 crc32 of the payload · 12 payload length · 16 last number (u48)
//   22 numbers covered (u48) · 28 points before (u48) · 34 points inside (u48) · 40 time taken (f64) · 48 reserved
import { crc32 } from 'node:zlib'

/** The head of a frame; `at` is the raw clock at its moment, ms (clock.ts Stamp). */
export type FrameHead = {
  seq: number
  /** How many numbers the frame covers: 1 for an entry; the first of a gap is `seq - count + 1`. */
  count: number
  /** Number of points that this outbox stored before the frame, including dropped ones. */
  before: number
  points: number
  at: number
}

/** A frame found in a file: its offset, and its length including the head. */
export type FrameAt = FrameHead & { offset: number; length: number }
export type Frame = FrameAt & { payload: Buffer }

export const headBytes = 52
/** Larger frames are foreign data. */
export const maxPayloadBytes = 1024 * 1024

// FF and FE do not occur in UTF-8, so the mark cannot occur in a payload.
const mark = Buffer.from([0xff, 0xfe, 0x4f, 0x42])
const u48 = 2 ** 48 - 1

/** Throws if the payload is too long. */
export function encodeFrame(head: FrameHead, payload: Buffer): Buffer {
  if (payload.length > maxPayloadBytes) throw new Error(`an entry of ${payload.length} bytes`)
  const frame = Buffer.allocUnsafe(headBytes + payload.length)
  mark.copy(frame, 0)
  frame.writeUInt32LE(crc32(payload), 8)
  frame.writeUInt32LE(payload.length, 12)
  frame.writeUIntLE(head.seq, 16, 6)
  frame.writeUIntLE(head.count, 22, 6)
  frame.writeUIntLE(Math.min(head.before, u48), 28, 6)
  frame.writeUIntLE(Math.min(head.points, u48), 34, 6)
  frame.writeDoubleLE(head.at, 40)
  frame.writeUInt32LE(0, 48)
  frame.writeUInt32LE(crc32(frame.subarray(8, headBytes)), 4)
  payload.copy(frame, headBytes)
  return frame
}

const isHead = (bytes: Buffer, offset: number) =>
  offset + headBytes <= bytes.length &&
  bytes.compare(mark, 0, 4, offset, offset + 4) === 0 &&
  crc32(bytes.subarray(offset + 8, offset + headBytes)) === bytes.readUInt32LE(offset + 4)

/** When the first entry of a file was taken, if its head is intact. */
export const takenAt = (bytes: Buffer): number | undefined => (isHead(bytes, 0) ? bytes.readDoubleLE(40) : undefined)

/** The intact frame at an offset, or nothing. The payload is a view. */
function frameAt(bytes: Buffer, offset: number): Frame | undefined {
  if (!isHead(bytes, offset)) return undefined
  const size = bytes.readUInt32LE(offset + 12)
  const end = offset + headBytes + size
  if (size > maxPayloadBytes || end > bytes.length) return undefined
  const payload = bytes.subarray(offset + headBytes, end)
  if (crc32(payload) !== bytes.readUInt32LE(offset + 8)) return undefined
  const head = headAt(bytes, offset)
  return head && { ...head, offset, length: headBytes + size, payload }
}

function headAt(bytes: Buffer, offset: number): FrameHead | undefined {
  const head = {
    seq: bytes.readUIntLE(offset + 16, 6),
    count: bytes.readUIntLE(offset + 22, 6),
    before: bytes.readUIntLE(offset + 28, 6),
    points: bytes.readUIntLE(offset + 34, 6),
    at: bytes.readDoubleLE(offset + 40),
  }
  return head.count < 1 || head.count > head.seq ? undefined : head
}

/** The last head after the last intact frame; its payload is damaged. It shows how much of the end is missing. */
export function tornHead(bytes: Buffer, { frames, end }: Scan): FrameHead | undefined {
  let last: FrameHead | undefined
  for (let offset = bytes.indexOf(mark, end); offset >= 0; offset = bytes.indexOf(mark, offset + 1)) {
    const head = isHead(bytes, offset) ? headAt(bytes, offset) : undefined
    if (head && head.seq > (last?.seq ?? frames.at(-1)?.seq ?? 0)) last = head
  }
  return last
}

type Scan = {
  frames: Frame[]
  /** Offset of the end of the last intact frame; the bytes after it are torn. */
  end: number
}

/**
 * Finds all intact frames, skipping damage between them. Frames whose numbers do not increase do not belong to this
 * file.
 */
export function scanFrames(bytes: Buffer): Scan {
  const frames: Frame[] = []
  let [offset, end, last] = [0, 0, 0]
  while (offset < bytes.length) {
    const frame = frameAt(bytes, offset)
    if (frame && frame.seq - frame.count >= last) {
      frames.push(frame)
      last = frame.seq
      end = offset + frame.length
      offset = end
    } else {
      const next = bytes.indexOf(mark, offset + 1)
      if (next < 0) break
      offset = next
    }
  }
  return { frames, end }
}

/** Numbers without a readable frame. `points` is 0 if unknown. */
export type Hole = { from: number; seq: number; points: number }
/** `before`: number of points stored before `from`, if known. */
export type Border = { from: number; before: number | undefined }

/**
 * Returns frames and the holes between them, in order and without overlap: together they cover every number from
 * `start.from` up to but not including `end.from`. A frame that crosses the start is included whole, one that crosses
 * the end is left out.
 */
export function arrange<T extends FrameHead>(frames: readonly T[], start: Border, end: Border): (T | Hole)[] {
  const items: (T | Hole)[] = []
  let { from: next, before } = start
  const hole = (upTo: Border) => {
    if (upTo.from <= next) return
    const points = before === undefined || upTo.before === undefined ? 0 : Math.max(0, upTo.before - before)
    items.push({ from: next, seq: upTo.from - 1, points })
  }
  for (const frame of frames) {
    if (frame.seq < next) continue
    if (frame.seq >= end.from) break
    hole({ from: frame.seq - frame.count + 1, before: frame.before })
    items.push(frame)
    next = frame.seq + 1
    before = frame.before + frame.points
  }
  hole(end)
  return items
}

export const isHole = (item: FrameHead | Hole): item is Hole => !('count' in item)

const name = /^(\d{15})-(\d{15})\.(log|gap)$/
const digits = (number: number) => String(number).padStart(15, '0')

/**
 * `log`: a file of entries; `gap`: a file that counts dropped entries, and replaces every `log` whose numbers it
 * covers.
 */
export type SegmentName = { kind: 'log' | 'gap'; first: number; before: number }

/** The file name: first number, and the points before it. */
export const segmentName = ({ kind, first, before }: SegmentName): string =>
  `${digits(first)}-${digits(before)}.${kind}`

export function parseSegmentName(text: string): SegmentName | undefined {
  const match = name.exec(text)
  return match ? { kind: match[3] as 'log' | 'gap', first: Number(match[1]), before: Number(match[2]) } : undefined
}
