// The compactor turns a sealed segment into level-0 chunks. Chunks, marks and the emptying of the segment are one
// transaction, so that a kill at any point neither loses nor duplicates readings. [DESIGN 5 History, 9 Exactly once]
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../db/connection.ts'
import { splitByDay, weekMs, weekOf } from './calendar.ts'
import { encodeChunk } from './chunk.ts'
import {
  addChunks,
  holdGeneration,
  inTransaction,
  keepDamagedFrame,
  type NewChunk,
  raiseMarks,
  type SegmentFrame,
  segmentFrames,
  tryTruncate,
} from './chunk-store.ts'
import { readFrame } from './frame.ts'
import { createGathering, type Gathering } from './gather.ts'
import { laneKey, type MarkRow } from './marks.ts'
import { groups } from './pack.ts'
import { addWeek, readWeeks } from './partition-store.ts'

export type CompactJob = {
  slot: number
  generation: number
  now: number
  /** Readings outside this range go to the default partition: a wrong clock must not create thousands of weeks. */
  weeksFrom: number
  weeksTo: number
  truncateLockMs: number
  truncatePatienceMs: number
}

/**
 * `damaged`: number of parts of frames that could not be read. `isStale`: another process is the writer, and no change
 * was made.
 */
export type Compacted = { points: number; chunks: number; damaged: number; isStale: boolean }

/** Turns the segment into chunks, or throws and changes nothing. */
export async function compactSegment(client: Connection, job: CompactJob): Promise<Compacted> {
  const weeks = new Set(await readWeeks(client))
  for (;;) {
    try {
      return await inTransaction(client, () => compact(client, job, weeks))
    } catch (error) {
      if (error instanceof Stale) return { points: 0, chunks: 0, damaged: 0, isStale: true }
      if (!(error instanceof WeeksMissing)) throw error
      for (const week of error.weeks) {
        await addWeek(client, week)
        weeks.add(week)
      }
    }
  }
}

class Stale extends Error {}

class WeeksMissing extends Error {
  readonly weeks: readonly number[]

  constructor(weeks: readonly number[]) {
    super('Partitions have to be made first')
    this.weeks = weeks
  }
}

async function compact(client: Connection, job: CompactJob, weeks: ReadonlySet<number>): Promise<Compacted> {
  const done = { points: 0, chunks: 0, damaged: 0, isStale: false }
  const marks = new Map<string, MarkRow>()
  // The segment is read group by group, so that only an eighth of it is in memory.
  for (let grp = 0; grp < groups; grp++) {
    const { gathering, damagedFrames, damaged } = await gather(client, job.slot, grp, marks)
    for (const frame of damagedFrames) await keepDamagedFrame(client, frame, job.now)
    done.damaged += damaged
    if (gathering.points() === 0) continue
    const chunks = [...chunksOf(gathering)]
    checkWeeks(chunks, job, weeks)
    done.points += gathering.points()
    done.chunks += await addChunks(client, chunks.values())
  }
  // The generation is locked before any other lock that another writer may hold, to avoid a deadlock.
  if (!(await holdGeneration(client, job.generation))) throw new Stale()
  await raiseMarks(client, [...marks.values()], job.now)
  await empty(client, job)
  return done
}

async function gather(client: Connection, slot: number, grp: number, marks: Map<string, MarkRow>) {
  const gathering = createGathering()
  const damagedFrames: SegmentFrame[] = []
  let damaged = 0
  for await (const { gatewayId: owner, frame } of segmentFrames(client, slot, grp)) {
    const stretches = readFrame(frame, (batch) => {
      gathering.add(batch)
      const { gatewayId, epoch, lane, seq } = batch
      const key = laneKey(batch)
      const known = marks.get(key)
      if (!known) marks.set(key, { gatewayId, epoch, lane, seq })
      else if (known.seq < seq) known.seq = seq
    })
    damaged += stretches
    if (stretches > 0) damagedFrames.push({ gatewayId: owner, frame: Buffer.from(frame) })
  }
  return { gathering, damagedFrames, damaged }
}

function* chunksOf(gathering: Gathering): Generator<NewChunk> {
  for (const { owner, series } of gathering.columns())
    for (const part of splitByDay(series))
      yield { owner, level: 0, id: null, chunk: encodeChunk(part, { deflate: false }) }
}

function checkWeeks(chunks: readonly NewChunk[], { weeksFrom, weeksTo }: CompactJob, weeks: ReadonlySet<number>): void {
  const needed = new Set(chunks.map(({ chunk }) => weekOf(chunk.t0)))
  const missing = [...needed].filter((week) => !weeks.has(week) && week > weeksFrom - weekMs && week < weeksTo)
  if (missing.length > 0) throw new WeeksMissing(missing)
}

/** Readers have priority: the lock is requested with a short timeout, repeatedly. */
async function empty(client: Connection, { slot, truncateLockMs, truncatePatienceMs }: CompactJob): Promise<void> {
  for (const giveUpAt = Date.now() + truncatePatienceMs; ; ) {
    if (await tryTruncate(client, slot, truncateLockMs)) return
    if (Date.now() > giveUpAt) throw new Error('Readers hold a landing segment for too long')
    await sleep(truncateLockMs)
  }
}
