// Records on the gateway: on disk before they are sent, numbered per lane, gone only when the platform has committed
// them or the disk has no room left, and then counted. [DESIGN 9 Exactly once]
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
import type { Most } from './places.ts'

export type OutboxOptions = {
  /** The outbox's own: deleted, a new epoch begins. */
  folder: string
  bound: BatchDeps['bound']
  clock: Pick<Clock, 'stamp' | 'instant'>
  log: (message: string) => void
  /** Default `limits.outboxBytes`, an eighth of it for events. */
  maxBytes?: number
  /** Default 20 ms and `limits.messagePoints`. */
  lingerMs?: number
  batchPoints?: number
  disk?: Disk
}

export type OutboxStats = {
  /** Numbers that wait for the platform, those a gap stands for too, and the bytes of all files. */
  entries: number
  bytes: number
  /** When the oldest that waits was taken, epoch ms by what the gateway knew then; null when nothing waits. */
  oldestAt: number | null
  /** Points that the disk had no room for, since the start. */
  droppedPoints: number
}

export type Outbox = {
  /** Takes what a history report stores; true when it is on the disk. Never rejects. */
  record(sample: Sample): Promise<boolean>
  /** Alarms that were raised and cleared now, as what is to be appended: under the configuration that runs now. */
  eventEntries(events: readonly AlarmEvent[]): EventEntry[]
  /** Takes an entry of a lane as it is; true when it is on the disk. Never rejects. */
  append(lane: Lane, entry: Entry): Promise<boolean>
  /** The epoch that is being delivered, or nothing while the lane was never written. */
  place(lane: Lane): LanePlace | undefined
  /** In order and without a hole from `from` on; empty at the end or when that epoch is no longer delivered. */
  read(lane: Lane, epoch: string, from: number, most: Most): Promise<Item[]>
  /** The platform has committed everything up to `seq`; another epoch than the delivered one is ignored. */
  acknowledge(lane: Lane, epoch: string, seq: number): void
  /** The platform knows less than it had acknowledged: reading from there tells what is gone as `forgotten`. */
  setBack(lane: Lane, epoch: string, seq: number): void
  /** Calls back when there is something new to read; one listener. */
  onKept(listener: () => void): void
  stats(): OutboxStats
  /** Everything taken so far is on the disk, or counted. */
  settled(): Promise<void>
  close(): Promise<void>
}

const lingerMs = 20
const eventShare = 8
const segmentShare = 8
const segmentBytes = 1024 * 1024

/** Opens or begins the outbox. Never rejects: what the disk refuses is told and counted. */
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
  // Records make room for events, never the other way round.
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
