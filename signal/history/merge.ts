// Merging: many small chunks of a column's day become one, finally one for the whole day that includes late readings.
// The transaction that removes chunks writes their replacement. A damaged chunk stays in place.
import type { Connection } from '../../db/connection.ts'
import { runPoints } from './bounded.ts'
import { splitByDay } from './calendar.ts'
import { DamagedChunk, decodeChunk, encodeChunk } from './chunk.ts'
import {
  addMerged,
  type ColumnDay,
  chunksOfDay,
  crowdedDays,
  holdGeneration,
  inTransaction,
  looseDays,
  type NewChunk,
  removeChunks,
  type StoredChunk,
} from './chunk-store.ts'
import type { Series } from './history.ts'
import { mergeSeries } from './series.ts'

/** Level 1: days with 8 or more chunks of level 0. Level 2: days before `before`, epoch ms of a UTC midnight. */
export type MergeJob = { generation: number; budgetMs: number } & ({ level: 1 } | { level: 2; before: number })

/**
 * `replaced`: chunks that were merged. `damaged`: damaged chunks that this step was the first to find. `isDone`: no
 * chunk is left to merge.
 */
export type Merged = { replaced: number; written: number; damaged: number; isDone: boolean; isStale: boolean }

type Merger = { turn(client: Connection, job: MergeJob): Promise<Merged> }

const crowd = 8
const maxListed = 20_000
const columnsAtOnce = 32

export function createMerger(): Merger {
  const queues: Record<1 | 2, ColumnDay[]> = { 1: [], 2: [] }
  const damagedIds = new Set<number>()
  /** Days in which only damaged chunks are left, with their number. */
  const stuck = new Map<string, number>()
  const keyOf = ({ gatewayId, columnId, day }: ColumnDay) => `${gatewayId} ${columnId} ${day}`

  const list = async (client: Connection, job: MergeJob): Promise<ColumnDay[]> => {
    const days =
      job.level === 1 ? await crowdedDays(client, crowd, maxListed) : await looseDays(client, job.before, maxListed)
    return days.filter((day) => stuck.get(keyOf(day)) !== day.chunks)
  }

  return {
    async turn(client, job) {
      const merged: Merged = { replaced: 0, written: 0, damaged: 0, isDone: false, isStale: false }
      const queue = queues[job.level]
      if (queue.length === 0) queue.push(...(await list(client, job)))
      const endAt = Date.now() + job.budgetMs
      while (queue.length > 0 && Date.now() < endAt) {
        const columns = takeDay(queue)
        const plan = await mergeDay(client, job, columns, damagedIds)
        if (!plan) return { ...merged, isStale: true }
        merged.replaced += plan.removed.length
        merged.written += plan.added.length
        merged.damaged += plan.damaged
        const moved = new Set(plan.removed.map(({ owner }) => `${owner.gatewayId} ${owner.columnId}`))
        for (const column of columns)
          if (!moved.has(`${column.gatewayId} ${column.columnId}`)) stuck.set(keyOf(column), column.chunks)
      }
      return { ...merged, isDone: queue.length === 0 && merged.replaced === 0 }
    },
  }
}

/** Takes the next columns of one day from the queue. */
function takeDay(queue: ColumnDay[]): ColumnDay[] {
  const { day } = queue[0]!
  const other = queue.findIndex((column) => column.day !== day)
  return queue.splice(0, Math.min(columnsAtOnce, other < 0 ? queue.length : other))
}

type Plan = { removed: StoredChunk[]; added: NewChunk[]; damaged: number }

/** Merges the chunks of a day. Returns undefined, and changes nothing, if another process is the writer. */
async function mergeDay(
  client: Connection,
  job: MergeJob,
  columns: ColumnDay[],
  damagedIds: Set<number>,
): Promise<Plan | undefined> {
  return inTransaction(client, async () => {
    const plan: Plan = { removed: [], added: [], damaged: 0 }
    if (!(await holdGeneration(client, job.generation))) return undefined
    const levels = job.level === 1 ? [0] : [0, 1, 2]
    let chunks: StoredChunk[] = []
    const close = (): void => {
      planColumn(plan, job, chunks, damagedIds)
      chunks = []
    }
    for await (const chunk of chunksOfDay(client, columns[0]!.day, columns, levels)) {
      if (chunks[0] && !isSameOwner(chunks[0], chunk)) close()
      chunks.push(chunk)
    }
    close()
    if (plan.removed.length === 0) return plan
    const removed = await removeChunks(client, plan.removed)
    if (removed !== plan.removed.length) throw new Error('Chunks that were to be merged are gone')
    await addMerged(client, plan.added)
    return plan
  })
}

const isSameOwner = ({ owner: a }: StoredChunk, { owner: b }: StoredChunk): boolean =>
  a.gatewayId === b.gatewayId && a.columnId === b.columnId && a.equipmentId === b.equipmentId && a.orgId === b.orgId

/** The plan for the chunks of one column and day, which come in the order of arrival. */
function planColumn(plan: Plan, { level }: MergeJob, chunks: StoredChunk[], damagedIds: Set<number>): void {
  const readable: { chunk: StoredChunk; series: Series }[] = []
  let points = 0
  // If the chunks of one column and day exceed a run, they are merged in several runs.
  const flush = (): void => {
    const [first] = readable
    const isNeeded = level === 1 ? readable.length > 1 : readable.some(({ chunk }) => chunk.level < 2)
    if (first && isNeeded) {
      const { owner } = first.chunk
      // If an unreadable part has the same id, that part keeps the id.
      const ids = readable.map(({ chunk }) => chunk.id).filter((each) => !damagedIds.has(each))
      const id = ids.length > 0 ? Math.min(...ids) : first.chunk.id
      for (const part of splitByDay(mergeSeries(readable.map(({ series }) => series))))
        plan.added.push({ owner, level, id, chunk: encodeChunk(part, { deflate: true }) })
      plan.removed.push(...readable.map(({ chunk }) => chunk))
    }
    readable.length = 0
    points = 0
  }
  for (const chunk of chunks) {
    if (points + chunk.n > runPoints) flush()
    const series = readChunk(chunk, plan, damagedIds)
    if (!series) continue
    readable.push({ chunk, series })
    points += series.times.length
  }
  flush()
}

function readChunk(chunk: StoredChunk, plan: Plan, damagedIds: Set<number>): Series | undefined {
  try {
    return decodeChunk(chunk.data)
  } catch (error) {
    if (!(error instanceof DamagedChunk)) throw error
    if (!damagedIds.has(chunk.id)) plan.damaged += 1
    damagedIds.add(chunk.id)
    return undefined
  }
}
