// Plans the requests for a list of points: neighbouring elements of an array are read by one request, and all points of
// a tag share it. Pure.
import type { DataType } from '../../core/data-type.ts'
import type { Point } from '../driver.ts'
import type { Segment, TagAddress } from './address.ts'
import { requestBytes, services } from './cip.ts'
import type { EipParams } from './params.ts'
import { tagPath } from './path.ts'

/**
 * A tag, a member or an array, with facts from its answers. `bytes`: those of one element. `isAlone`: a read of
 * several elements failed, so that each is read by a request of its own.
 */
export type Tag = {
  segments: readonly Segment[]
  /** Its path, without a further index. */
  path: Uint8Array
  type: number | undefined
  handle: number | undefined
  bytes: number | undefined
  isAlone: boolean
}

/**
 * The place of a point. `index`: one more index into `tag`. `bit`: a bit of the value there. `isFlag`: the point is an
 * element of a BOOL array, which Logix stores in DWORDs.
 */
export type Place = { tag: Tag; index: number | undefined; bit: number | undefined; isFlag: boolean }

/** The part of an address that names a tag, and the rest. */
type Split = { segments: readonly Segment[]; index: number | undefined; bit: number | undefined; isFlag: boolean }

/**
 * Splits the last array index off an address. A text is read alone, and so is a BOOL of Omron, whose arrays have another
 * length on the wire.
 */
export function splitAddress({ segments, bit }: TagAddress, dataType: DataType, model: EipParams['model']): Split {
  const last = segments.at(-1)!
  const index = last.indices.at(-1)
  const isBoolElement = dataType === 'bool' && bit === undefined
  if (index === undefined || dataType === 'string' || (isBoolElement && model === 'omron'))
    return { segments, index: undefined, bit, isFlag: false }
  const rest = [...segments.slice(0, -1), { name: last.name, indices: last.indices.slice(0, -1) }]
  if (isBoolElement && model === 'logix') return { segments: rest, index: index >>> 5, bit: index & 31, isFlag: true }
  return { segments: rest, index, bit, isFlag: false }
}

/** A point of a list and its position there. */
export type Use = { at: number; point: Point; place: Place }

/** Elements of a tag that one request reads, and the points inside. */
export type Run = { tag: Tag; index: number | undefined; count: number; uses: readonly Use[] }

/** Most unused bytes between two elements that one request reads; a second request would cost more. */
const maxGapBytes = 16
const textBytes = 90
const guessed: Partial<Record<DataType, number>> = {
  ...{ bool: 4, int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, string: textBytes },
}

/** Expected bytes of an element. */
const bytesOf = ({ place: { tag }, point }: Use): number => tag.bytes ?? guessed[point.dataType] ?? 8

/** Puts every use into exactly one run of at most `maxBytes` of values. */
export function runsOf(uses: readonly Use[], maxBytes: number): Run[] {
  const byTag = new Map<Tag, Use[]>()
  for (const use of uses) {
    const own = byTag.get(use.place.tag)
    if (own) own.push(use)
    else byTag.set(use.place.tag, [use])
  }
  return [...byTag].flatMap(([tag, own]) => runsOfTag(tag, own, maxBytes))
}

function runsOfTag(tag: Tag, uses: readonly Use[], maxBytes: number): Run[] {
  if (uses.length === 1) return [{ tag, index: uses[0]!.place.index, count: 1, uses }]
  const runs: Run[] = []
  const sorted = [...uses].sort((a, b) => (a.place.index ?? -1) - (b.place.index ?? -1))
  let from = 0
  for (let at = 1; at <= sorted.length; at++) {
    const next = sorted[at]
    if (next && isJoined(sorted[from]!, sorted[at - 1]!, next, maxBytes)) continue
    const own = sorted.slice(from, at)
    const index = own[0]!.place.index
    runs.push({ tag, index, count: (own.at(-1)!.place.index ?? 0) - (index ?? 0) + 1, uses: own })
    from = at
  }
  return runs
}

function isJoined(first: Use, last: Use, next: Use, maxBytes: number): boolean {
  const [start, end, index] = [first.place.index, last.place.index, next.place.index]
  if (end === index) return true
  if (start === undefined || end === undefined || index === undefined || first.place.tag.isAlone) return false
  const bytes = bytesOf(next)
  return (index - end - 1) * bytes <= maxGapBytes && (index - start + 1) * bytes <= maxBytes
}

const countBytes = (count: number): Uint8Array => Uint8Array.of(count & 0xff, count >> 8)

/** A tag before its first answer. */
export const newTag = (segments: readonly Segment[]): Tag => ({
  ...{ segments, path: tagPath(segments), type: undefined, handle: undefined, bytes: undefined, isAlone: false },
})

const pathOf = (tag: Tag, index: number | undefined): Uint8Array =>
  index === undefined ? tag.path : tagPath(tag.segments, index)

/** The request that reads a run. */
export const readRequest = ({ tag, index, count }: Omit<Run, 'uses'>): Uint8Array =>
  requestBytes(services.read, pathOf(tag, index), countBytes(count))

/** The request that reads a run from a position in bytes on. */
export function readPartRequest({ tag, index, count }: Omit<Run, 'uses'>, offset: number): Uint8Array {
  const data = Buffer.alloc(6)
  data.writeUInt16LE(count, 0)
  data.writeUInt32LE(offset, 2)
  return requestBytes(services.readPart, pathOf(tag, index), data)
}

/** Status, type and handle in front of the values of an answer. */
const answerHead = 8

/** Expected bytes of the answer to a run. */
export const answerBytes = ({ count, uses }: Run): number =>
  answerHead + count * (uses.length === 1 ? bytesOf(uses[0]!) : Math.max(...uses.map(bytesOf)))

/**
 * The first requests that fit into one message with their answers: their number, at least 1. `overhead`: bytes of a
 * message with that many requests beyond their own.
 */
export function packedCount(
  requests: readonly { request: number; answer: number }[],
  maxBytes: number,
  maxCount: number,
  overhead: (count: number) => number,
): number {
  let [request, answer] = [0, 0]
  for (const [at, each] of requests.entries()) {
    request += each.request
    answer += each.answer
    const isFull = Math.max(request, answer) + overhead(at + 1) > maxBytes || at === maxCount
    if (isFull) return Math.max(1, at)
  }
  return requests.length
}
