// The content of an outbox: records and events with their binding, and gaps for lost entries. Pure.
import { Events, type Gap, type Up } from '../../../contract/topics.ts'
import type { Value } from '../../../core/data-type.ts'
import type { Stamp } from '../clock.ts'
import { encodeFrame, type Frame, type FrameHead, type Hole, isHole } from './file.ts'

/** Configuration and time of an entry; times inside are ms relative to `taken`. */
type Owner = { equipmentId: number; bindingId: number; configHash: string; taken: Stamp }
/** An entry with records: their values in columns, like the message `Records`. */
export type RecordEntry = Owner & { ids: number[]; values: (Value | null)[]; times?: number[]; codes?: number[] }
/** The payload of an alarm event, like `Events` in contract/topics. */
export type EventEntry = Owner & { events: Up['event']['events'] }
export type Entry = RecordEntry | EventEntry

export const isEvents = (entry: Entry): entry is EventEntry => 'events' in entry
/** Number of events, or of values. */
export const pointsOf = (entry: Entry): number => (isEvents(entry) ? entry.events.length : entry.ids.length)

/** A stored gap; its times have the form in which the clock stores times, and are converted when it is sent. */
export type KeptGap = Pick<Gap, 'equipmentId' | 'bindingId' | 'reason'> & { fromAt: Stamp | null; toAt: Stamp | null }

/** The content of one message, for the numbers `from` to `seq`. */
export type Item = { from: number; seq: number; points: number; bytes: number } & (
  | { kind: 'record'; entry: Entry }
  | { kind: 'gap'; gap: KeptGap }
)
export type GapItem = Extract<Item, { kind: 'gap' }>

/** A frame to be written: `at` is shown as the age of the oldest entry. */
export type Unwritten = Pick<FrameHead, 'points' | 'at'> & { payload: Buffer }

export const unwrittenEntry = (entry: Entry): Unwritten => ({
  payload: Buffer.from(JSON.stringify(entry)),
  points: pointsOf(entry),
  at: entry.taken.at,
})

export const unwrittenGap = (gap: KeptGap, points: number): Unwritten => ({
  payload: Buffer.from(JSON.stringify({ gap })),
  points,
  at: gap.fromAt?.at ?? 0,
})

export const unwrittenItem = (item: Item): Unwritten =>
  item.kind === 'record' ? unwrittenEntry(item.entry) : unwrittenGap(item.gap, item.points)

/** Frames and holes as items; a frame with foreign content becomes a hole too. */
export function itemsOf(found: readonly (Frame | Hole)[], reason: 'torn' | 'forgotten' = 'torn'): Item[] {
  const items = found.map((each) => (isHole(each) ? lost(each, reason) : (decode(each) ?? lost(holeOf(each), reason))))
  return items.map((item, index) => located(item, items[index - 1], items[index + 1]))
}

const lost = ({ from, seq, points }: Hole, reason: 'torn' | 'forgotten'): GapItem => {
  const gap = { equipmentId: null, bindingId: null, fromAt: null, toAt: null, reason }
  return { kind: 'gap', from, seq, points, bytes: 0, gap }
}

const holeOf = ({ seq, count, points }: Frame): Hole => ({ from: seq - count + 1, seq, points })

/** Gives a torn gap between two records of one binding that binding, and the time between them. */
function located(item: Item, before: Item | undefined, after: Item | undefined): Item {
  if (item.kind !== 'gap' || item.gap.reason !== 'torn' || item.gap.fromAt) return item
  if (before?.kind !== 'record' || after?.kind !== 'record') return item
  const { equipmentId, bindingId, taken } = before.entry
  if (after.entry.bindingId !== bindingId) return item
  return { ...item, gap: { reason: 'torn', equipmentId, bindingId, fromAt: taken, toAt: after.entry.taken } }
}

function decode(frame: Frame): Item | undefined {
  const { seq, count, points, length, payload } = frame
  const base = { from: seq - count + 1, seq, points, bytes: length }
  const raw = parse(payload)
  if (raw && 'gap' in raw) return isGap(raw.gap) ? { ...base, kind: 'gap', gap: raw.gap } : undefined
  return count === 1 && isEntry(raw) ? { ...base, kind: 'record', entry: raw } : undefined
}

// The disk may contain intact frames of another program, and an entry that cannot be sent would block all later ones.

type Members<T> = Partial<Record<keyof T, unknown>>

const isId = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0
const isMaybe = (is: (value: unknown) => boolean, value: unknown) => value === null || is(value)

function isStamp(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { at, boot, upMs, presumed = 0 } = value as Members<Stamp>
  if (boot !== undefined && (typeof boot !== 'string' || !Number.isFinite(upMs))) return false
  return Number.isFinite(at) && Number.isFinite(presumed)
}

function isGap(value: unknown): value is KeptGap {
  if (typeof value !== 'object' || value === null) return false
  const { equipmentId, bindingId, reason, fromAt, toAt } = value as Members<KeptGap>
  const isOfSomebody = isMaybe(isId, equipmentId) && isMaybe(isId, bindingId)
  return isOfSomebody && reasons.has(reason) && isMaybe(isStamp, fromAt) && isMaybe(isStamp, toAt)
}

const reasons: ReadonlySet<unknown> = new Set<Gap['reason']>(['full', 'torn', 'forgotten'])

function isEntry(value: unknown): value is Entry {
  const { equipmentId, bindingId, configHash, taken } = (value ?? {}) as Members<Owner>
  if (!isId(equipmentId) || !isId(bindingId) || typeof configHash !== 'string' || !isStamp(taken)) return false
  const { events } = value as Members<EventEntry>
  if (events !== undefined) return Events.shape.events.safeParse(events).success
  const { ids, values, times, codes } = value as Members<RecordEntry>
  if (!Array.isArray(ids)) return false
  return [values, times ?? ids, codes ?? ids].every((list) => Array.isArray(list) && list.length === ids.length)
}

function parse(payload: Buffer): object | undefined {
  try {
    const raw: unknown = JSON.parse(payload.toString('utf8'))
    return raw && typeof raw === 'object' ? raw : undefined
  } catch {
    return undefined
  }
}

// If more gaps than this are open, gaps of different bindings are merged into one gap without a binding.
const maxRuns = 100

/** Merges two adjacent gaps, or returns nothing if they must stay separate. `runs`: number of gaps including `a`. */
export function mergedGap(a: KeptGap, b: KeptGap, runs: number): KeptGap | undefined {
  const isSame = a.reason === b.reason && a.bindingId === b.bindingId
  if (!isSame && runs < maxRuns) return undefined
  const gap = { ...a, fromAt: a.fromAt ?? b.fromAt, toAt: b.toAt ?? a.toAt }
  return isSame ? gap : { ...gap, reason: 'full', equipmentId: null, bindingId: null }
}

/** The gap that replaces an entry that was dropped for lack of space. */
export const fullGap = ({ equipmentId, bindingId, taken }: Entry): KeptGap => ({
  ...{ equipmentId, bindingId, fromAt: taken, toAt: taken },
  reason: 'full',
})

/** Converts items to gaps, and merges neighbours of the same reason and binding. */
export function gapsOf(items: readonly Item[]): GapItem[] {
  const gaps: GapItem[] = []
  for (const item of items) {
    const next = asGap(item)
    const last = gaps.at(-1)
    const gap = last && mergedGap(last.gap, next.gap, gaps.length)
    if (gap) gaps[gaps.length - 1] = { ...last, seq: next.seq, points: last.points + next.points, gap }
    else gaps.push(next)
  }
  return gaps
}

function asGap(item: Item): GapItem {
  if (item.kind === 'gap') return item
  const { entry, from, seq, points } = item
  return { kind: 'gap', from, seq, points, bytes: 0, gap: fullGap(entry) }
}

/** The content of a gap file; `start`: points before the first gap. */
export function encodeGaps(gaps: readonly GapItem[], start: number): Buffer {
  let before = start
  return Buffer.concat(
    gaps.map(({ from, seq, points, gap }) => {
      const { payload, at } = unwrittenGap(gap, points)
      const frame = encodeFrame({ seq, count: seq - from + 1, before, points, at }, payload)
      before += points
      return frame
    }),
  )
}
