// The outbox of a gateway: entries are on disk before they are sent, numbered per lane, and removed only when the
// platform has committed them or, counted, when the disk has no room left. [DESIGN 9 Exactly once]
import { join } from 'node:path'
import { limits } from '../../../contract/limits.ts'
import { type Lane, lanes } from '../../../contract/topics.ts'
import type { AlarmEvent } from '../../judge/rule.ts'
import type { Clock } from '../clock.ts'
import { type BatchDeps, createBatches, type Sample } from './batch.ts'
import { type Disk, realDisk } from './disk.ts'
import type { Entry, EventEntry, Item } from './entry.ts'
import type { LanePlace } from './epochs.ts'
import { OutboxLane } from './lane.ts'
import type { ReadLimits } from './places.ts'

export type OutboxOptions = {
  /** The outbox's own folder; if it is deleted, a new epoch starts. */
  folder: string
  bound: BatchDeps['bound']
  clock: Pick<Clock, 'stamp' | 'instant'>
  log: (message: string) => void
  /** Maximum size on disk; default `limits.outboxBytes`, an eighth of it for events. */
  maxBytes?: number
  /** Time for which an entry stays open, and its maximum number of points; default 20 ms and `limits.messagePoints`. */
  lingerMs?: number
  batchPoints?: number
  disk?: Disk
}

export type OutboxStats = {
  /** Numbers that wait for the platform, including those of gaps, and the bytes of all files. */
  entries: number
  bytes: number
  /** When the oldest waiting entry was recorded, epoch ms as estimated at that time; null if no entry waits. */
  oldestAt: number | null
  /** Points for which the disk had no room, since the start. */
  droppedPoints: number
}

export type Outbox = {
  /** Stores a sample of a history report; true when it is on disk. Never rejects. */
  record(sample: Sample): Promise<boolean>
  /** Converts alarm events of now into entries to append, under the current configuration. */
  eventEntries(events: readonly AlarmEvent[]): EventEntry[]
  /** Stores an entry; true when it is on disk. Never rejects. */
  append(lane: Lane, entry: Entry): Promise<boolean>
  /** The position in the epoch being delivered, or nothing if the lane was never written. */
  place(lane: Lane): LanePlace | undefined
  /**
   * The items from `from` on, in order and without a hole; empty at the end or if that epoch is no longer delivered.
   */
  read(lane: Lane, epoch: string, from: number, most: ReadLimits): Promise<Item[]>
  /** The platform has committed everything up to `seq`; ignored for any epoch but the delivered one. */
  acknowledge(lane: Lane, epoch: string, seq: number): void
  /**
   * The platform has fewer entries than it had acknowledged: reading from there returns missing ones as `forgotten`.
   */
  setBack(lane: Lane, epoch: string, seq: number): void
  /** Sets the only listener, which is called when there is something new to read. */
  onKept(listener: () => void): void
  stats(): OutboxStats
  /** Resolves when everything so far is on disk, or counted as lost. */
  settled(): Promise<void>
  close(): Promise<void>
}

const lingerMs = 20
const eventShare = 8
const segmentShare = 8
const segmentBytes = 1024 * 1024

/** Opens or creates the outbox. Never rejects: disk faults are logged, and losses counted. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { folder, bound, clock, log, disk = realDisk, maxBytes = limits.outboxBytes } = options
  const open = (name: Lane, most: number, makeRoom?: () => Promise<boolean>) =>
    OutboxLane.open({
      disk,
      folder: join(folder, name),
      maxBytes: most,
      segmentBytes: Math.min(segmentBytes, Math.floor(most / segmentShare)),
      ...(makeRoom ? { makeRoom } : {}),
      log,
    })
  const eventBytes = Math.floor(maxBytes / eventShare)
  const record = await open('record', maxBytes - eventBytes)
  // Records are dropped to make room for events, never the other way round.
  const event = await open('event', eventBytes, () => record.drop())
  const byLane = { event, record }
  const all = lanes.map((lane) => byLane[lane])
  const batches = createBatches({
    lingerMs: options.lingerMs ?? lingerMs,
    points: options.batchPoints ?? limits.messagePoints,
    bound,
    stamp: clock.stamp,
    append: (entry) => record.append(entry),
  })

  const settled = async () => {
    batches.flush()
    await Promise.all(all.map((lane) => lane.settled()))
  }

  return {
    record: batches.record,
    eventEntries(events) {
      const config = bound()
      const [first] = events
      if (!config || !first) return []
      const { equipmentId, bindingId, hash } = config
      const owner = { equipmentId, bindingId, configHash: hash, taken: clock.stamp(first.at) }
      const told = events.map(({ at, values, ...event }) => ({ ...event, t: Math.round(at - first.at), values }))
      return Array.from({ length: Math.ceil(told.length / limits.alarmEvents) }, (_, index) => ({
        ...owner,
        events: told.slice(index * limits.alarmEvents, (index + 1) * limits.alarmEvents),
      }))
    },
    append: (lane, entry) => byLane[lane].append(entry),
    place: (lane) => byLane[lane].place(),
    read: (lane, epoch, from, most) => byLane[lane].read(epoch, from, most),
    acknowledge: (lane, epoch, seq) => byLane[lane].acknowledge(epoch, seq),
    setBack: (lane, epoch, seq) => byLane[lane].setBack(epoch, seq),
    onKept(listener) {
      for (const lane of all) lane.onKept(listener)
    },
    stats() {
      const each = all.map((lane) => lane.stats())
      const sum = (key: 'entries' | 'bytes' | 'droppedPoints') => each.reduce((total, stats) => total + stats[key], 0)
      const ages = each.flatMap(({ oldestAt }) => oldestAt ?? [])
      return {
        entries: sum('entries'),
        bytes: sum('bytes'),
        oldestAt: ages.length > 0 ? Math.min(...ages) : null,
        droppedPoints: sum('droppedPoints'),
      }
    },
    settled,
    async close() {
      await settled()
      await Promise.all(all.map((lane) => lane.close()))
    },
  }
}
