// Chunks in SQL: written by COPY, found for merging, replaced in one transaction with what replaces them.
import type { Connection } from '../../db/connection.ts'
import { type CopyWriter, copyIn, copyOut, integers, readInt8 } from '../../db/copy.ts'
import { dayMs } from './calendar.ts'
import type { Chunk } from './chunk.ts'
import type { ColumnOwner } from './gather.ts'
import { segmentTable } from './landing-store.ts'
import type { MarkRow } from './marks.ts'
import { isLockTimeout } from './partition-store.ts'

type Client = Pick<Connection, 'query'>

/** Level 0: from the compactor, 1: merged, 2: a whole day. `id` null: the next free one. */
export type NewChunk = { owner: ColumnOwner; level: 0 | 1 | 2; id: number | null; chunk: Chunk }

/**
 * Runs a function in one transaction. An error is thrown after the rollback, if the connection still allows a rollback.
 */
export async function inTransaction<T>(client: Client, act: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const done = await act()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Holds the generation until the transaction ends. False: another process writes. */
export async function holdGeneration(client: Client, generation: number): Promise<boolean> {
  const { rowCount } = await client.query('select from history_writer where generation = $1 for share', [generation])
  return rowCount === 1
}

/** A landed frame, with the id of one of its gateways. */
export type SegmentFrame = { gatewayId: number; frame: Buffer }

/** Frames of one group of a segment, in the order of arrival. */
export async function* segmentFrames(client: Client, slot: number, grp: number): AsyncGenerator<SegmentFrame> {
  const rows = copyOut(client, `select gateways[1], frame from ${segmentTable(slot)} where grp = ${integers([grp])}`)
  for await (const [gateway, frame] of rows) yield { gatewayId: gateway!.readInt32BE(), frame: frame! }
}

const columnList =
  'gateway_id, column_id, t0, t1, org_id, equipment_id, level, n, good, low, high, total, first_value, last_value, data'

/** Adds level-0 chunks, pulled one by one; returns how many. */
export async function addChunks(client: Client, chunks: Iterator<NewChunk>): Promise<number> {
  return copyIn(client, `history_chunk (${columnList})`, (writer) => {
    const next = chunks.next()
    if (next.done) return false
    putChunk(writer, next.value)
    return true
  })
}

/** Stores merged chunks, which keep the id of their oldest part, so that they stay in order. */
export async function addMerged(client: Client, chunks: readonly NewChunk[]): Promise<void> {
  let at = 0
  await copyIn(client, `history_chunk (${columnList}, id)`, (writer) => {
    const next = chunks[at++]
    if (!next) return false
    putChunk(writer, next)
    return true
  })
}

function putChunk(writer: CopyWriter, { owner, level, id, chunk }: NewChunk): void {
  writer.row(id === null ? 15 : 16)
  writer.int4(owner.gatewayId)
  writer.int4(owner.columnId)
  writer.int8(chunk.t0)
  writer.int8(chunk.t1)
  writer.int4(owner.orgId)
  writer.int4(owner.equipmentId)
  writer.int2(level)
  writer.int4(chunk.n)
  writer.int4(chunk.good)
  for (const number of [chunk.low, chunk.high, chunk.total, chunk.firstValue, chunk.lastValue]) writer.float8(number)
  writer.bytes(chunk.data)
  if (id !== null) writer.int8(id)
}

/** Raises marks to the numbers in the frames of a segment. */
export async function raiseMarks(client: Client, marks: readonly MarkRow[], now: number): Promise<void> {
  await client.query(
    `insert into history_mark as known (gateway_id, epoch, lane, seq, updated_at)
     select gateway_id, epoch, lane, seq, $5::bigint
     from unnest($1::int[], $2::text[], $3::smallint[], $4::bigint[]) as m (gateway_id, epoch, lane, seq)
     on conflict (gateway_id, epoch, lane)
     do update set seq = greatest(known.seq, excluded.seq), updated_at = excluded.updated_at`,
    [
      marks.map(({ gatewayId }) => gatewayId),
      marks.map(({ epoch }) => epoch),
      marks.map(({ lane }) => lane),
      marks.map(({ seq }) => seq),
      now,
    ],
  )
}

/** A frame with unreadable parts is removed from the segment, but kept for inspection. */
export async function keepDamagedFrame(client: Client, { gatewayId, frame }: SegmentFrame, now: number): Promise<void> {
  await client.query(
    `insert into history_quarantine (gateway_id, epoch, lane, seq, received_at, reason, payload)
     values ($1, '', 1, 0, $2, 'a landed frame is damaged', $3)`,
    [gatewayId, now, frame],
  )
}

/** Empties a segment; the transaction survives when the lock is not granted. False: readers hold the segment. */
export async function tryTruncate(client: Client, slot: number, lockMs: number): Promise<boolean> {
  await client.query('savepoint emptying')
  try {
    await client.query("select set_config('lock_timeout', $1, true)", [`${lockMs}ms`])
    await client.query(`truncate ${segmentTable(slot)}`)
    return true
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await client.query('rollback to savepoint emptying')
    return false
  }
}

/** A day of a column that has chunks to merge. */
export type ColumnDay = { gatewayId: number; columnId: number; day: number; chunks: number }

type DayRow = { gateway: number; col: number; day: number; chunks: number }

const toColumnDay = ({ gateway, col, day, chunks }: DayRow): ColumnDay => ({
  gatewayId: gateway,
  columnId: col,
  day,
  chunks,
})

/** Days of columns with at least `least` level-0 chunks. */
export async function crowdedDays(client: Client, least: number, limit: number): Promise<ColumnDay[]> {
  const { rows } = await client.query<DayRow>(
    `select gateway_id as gateway, column_id as col, (t0 / ${dayMs})::int as day, count(*)::int as chunks from history_chunk
     where level < 2 and level = 0 group by 1, 2, 3 having count(*) >= $1 order by 3, 1, 2 limit $2`,
    [least, limit],
  )
  return rows.map(toColumnDay)
}

/** Days before `before` (epoch ms, a UTC midnight) with chunks that are not yet merged into the day's chunk. */
export async function looseDays(client: Client, before: number, limit: number): Promise<ColumnDay[]> {
  const { rows } = await client.query<DayRow>(
    `select gateway_id as gateway, column_id as col, (t0 / ${dayMs})::int as day, count(*)::int as chunks from history_chunk
     where level < 2 and t0 < $1 group by 1, 2, 3 order by 3, 1, 2 limit $2`,
    [before, limit],
  )
  return rows.map(toColumnDay)
}

export type StoredChunk = {
  owner: ColumnOwner
  id: number
  t0: number
  t1: number
  n: number
  level: number
  data: Buffer
}

/** Chunks of some columns on one day, by column and in the order of arrival. */
export async function* chunksOfDay(
  client: Client,
  day: number,
  columns: readonly ColumnDay[],
  levels: readonly number[],
): AsyncGenerator<StoredChunk> {
  const pairs = columns.map(({ gatewayId, columnId }) => `(${integers([gatewayId, columnId])})`)
  const [from, to] = [day * dayMs, (day + 1) * dayMs]
  const rows = copyOut(
    client,
    `select gateway_id, column_id, org_id, equipment_id, id, t0, t1, n, level, data from history_chunk
     where (gateway_id, column_id) in (${pairs.join(',')}) and t0 >= ${integers([from])} and t0 < ${integers([to])}
       and level in (${integers(levels)})
     order by gateway_id, column_id, id, t0`,
  )
  for await (const [gateway, column, org, equipment, id, t0, t1, n, level, data] of rows) {
    yield {
      owner: {
        gatewayId: gateway!.readInt32BE(),
        columnId: column!.readInt32BE(),
        orgId: org!.readInt32BE(),
        equipmentId: equipment!.readInt32BE(),
      },
      id: readInt8(id!),
      t0: readInt8(t0!),
      t1: readInt8(t1!),
      n: n!.readInt32BE(),
      level: level!.readInt16BE(),
      data: data!,
    }
  }
}

/** Removes chunks; returns how many still existed. */
export async function removeChunks(client: Client, chunks: readonly StoredChunk[]): Promise<number> {
  const { rowCount } = await client.query(
    `delete from history_chunk c
     using unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[]) as gone (gateway_id, column_id, t0, id)
     where c.gateway_id = gone.gateway_id and c.column_id = gone.column_id and c.t0 = gone.t0 and c.id = gone.id
       and c.t0 between $5 and $6`,
    [
      chunks.map(({ owner }) => owner.gatewayId),
      chunks.map(({ owner }) => owner.columnId),
      chunks.map(({ t0 }) => t0),
      chunks.map(({ id }) => id),
      Math.min(...chunks.map(({ t0 }) => t0)),
      Math.max(...chunks.map(({ t0 }) => t0)),
    ],
  )
  return rowCount ?? 0
}
