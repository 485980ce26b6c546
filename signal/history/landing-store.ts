// The landing segments and the marks in SQL. Table names are built from slot numbers only.
import type { Database } from '../../db/pool.ts'
import { errorCode } from '../../db/setup-error.ts'
import type { LandEvent, LandGap, LandQuarantine } from './history.ts'
import type { MarkRow } from './marks.ts'
import type { Frame } from './pack.ts'
import { slots } from './ring.ts'

/** Executes statements of the historian; tests interrupt the historian between two of them. */
export type Pool = Pick<Database['pool'], 'query'>

/** The content of one commit. */
export type Commit = {
  frames: readonly Frame[]
  gaps: readonly LandGap[]
  quarantined: readonly LandQuarantine[]
  events: readonly LandEvent[]
  now: number
}

export function segmentTable(slot: number): string {
  if (!Number.isInteger(slot) || slot < 0 || slot >= slots) throw new RangeError(`${slot} is no segment`)
  return `history_landing_${slot}`
}

/** Raises the generation: statements of an earlier writer add nothing from now on. */
export async function takeOver(pool: Pool, now: number): Promise<number> {
  const { rows } = await pool.query<{ generation: number }>(
    'update history_writer set generation = generation + 1, taken_at = $1, beat = 0 returning generation',
    [now],
  )
  return rows[0]!.generation
}

/** The writer of history as other processes see it. `beat` counts up; `releasedBeat` once it has stopped. */
export type WriterState = { generation: number; beat: number }

export const releasedBeat = -1

export async function readWriter(pool: Pool): Promise<WriterState> {
  const { rows } = await pool.query<WriterState>('select generation, beat from history_writer')
  return rows[0]!
}

/**
 * Raises the generation if the previous writer's state has not changed since it was read. Undefined: that writer is
 * active, or another process took over first.
 */
export async function takeOverFrom(pool: Pool, { generation, beat }: WriterState, now: number) {
  const { rows } = await pool.query<{ generation: number }>(
    `update history_writer set generation = generation + 1, taken_at = $3, beat = 0
     where generation = $1 and beat = $2 returning generation`,
    [generation, beat, now],
  )
  return rows[0]?.generation
}

/** Renews the writer's lease. Returns false if another process is the writer, or if the own generation was replaced. */
export async function beat(pool: Pool, generation: number): Promise<boolean> {
  const { rowCount } = await pool.query('update history_writer set beat = beat + 1 where generation = $1', [generation])
  return rowCount === 1
}

/** Tells waiting processes that they need not wait any longer. */
export async function release(pool: Pool, generation: number): Promise<void> {
  await pool.query('update history_writer set beat = $2 where generation = $1', [generation, releasedBeat])
}

/**
 * Raises the own generation after a statement with an unknown outcome: afterwards the statement is either committed or
 * never will be. Undefined: another process has become the writer.
 */
export async function renew(pool: Pool, generation: number, now: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ generation: number }>(
    'update history_writer set generation = generation + 1, taken_at = $2 where generation = $1 returning generation',
    [generation, now],
  )
  return rows[0]?.generation
}

export async function readMarks(pool: Pool): Promise<MarkRow[]> {
  const { rows } = await pool.query<MarkRow>('select gateway_id as "gatewayId", epoch, lane, seq from history_mark')
  return rows
}

/** Segments with frames, oldest first by the age of their first row. */
export async function filledSegments(pool: Pool): Promise<number[]> {
  const found: { slot: number; age: number }[] = []
  for (let slot = 0; slot < slots; slot++) {
    const { rows } = await pool.query<{ age: number }>(`select age(xmin) as age from ${segmentTable(slot)} limit 1`)
    if (rows[0]) found.push({ slot, age: rows[0].age })
  }
  return found.sort((a, b) => b.age - a.age || a.slot - b.slot).map(({ slot }) => slot)
}

const pagesAtOnce = 64

/**
 * Reads all frames of a segment, in bounded portions. Only the writer changes a segment, and the caller is the writer.
 */
export async function* readSegment(pool: Pool, slot: number): AsyncGenerator<Buffer> {
  const table = segmentTable(slot)
  // Reads page by page, since there is no index; every page contains at least one frame.
  const { rows: sized } = await pool.query<{ pages: number }>(
    `select (pg_relation_size('${table}') / current_setting('block_size')::int)::int as pages`,
  )
  const pages = sized[0]!.pages
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const { rows } = await pool.query<{ frame: Buffer }>(
      `select frame from ${table} where ctid >= format('(%s,0)', $1::int)::tid and ctid < format('(%s,0)', $2::int)::tid`,
      [page, page + pagesAtOnce],
    )
    for (const { frame } of rows) yield frame
  }
}

/** Whether a frame was committed. Frames contain numbers that are used only once, so equal bytes are the same frame. */
export async function holdsFrame(pool: Pool, slot: number, frame: Buffer): Promise<boolean> {
  const { rows } = await pool.query(`select from ${segmentTable(slot)} where frame = $1 limit 1`, [frame])
  return rows.length > 0
}

/** Adds a commit in one statement. Returns false, and adds nothing, if another process has become the writer. */
export async function addCommit(pool: Pool, slot: number, generation: number, commit: Commit): Promise<boolean> {
  const { frames, gaps, quarantined, events } = commit
  const isPlain = gaps.length === 0 && quarantined.length === 0 && events.length === 0
  const framed = [
    generation,
    `{${frames.map(({ grp }) => grp).join(',')}}`,
    `{${frames.map(({ gateways }) => `"{${gateways.join(',')}}"`).join(',')}}`,
    byteaArray(frames.map(({ bytes }) => bytes)),
  ]
  const into = `insert into ${segmentTable(slot)} (grp, gateways, frame)
    select grp, gateways::int[], frame from unnest($2::int2[], $3::text[], $4::bytea[]) as f (grp, gateways, frame)`
  const { rowCount } = isPlain
    ? await pool.query(`${into} where exists (select from history_writer where generation = $1 for share)`, framed)
    : await pool.query(`${withLosses} ${into} where exists (select from writer)`, [...framed, ...lossesOf(commit)])
  return rowCount === frames.length
}

const withLosses = `
  with writer as materialized (select generation from history_writer where generation = $1 for share),
  gaps as (
    insert into history_gap
      (org_id, equipment_id, gateway_id, epoch, lane, from_seq, to_seq, points, from_at, to_at, reason, noted_at)
    select g.org, g.equipment, g.gateway, g.epoch, g.lane, g.first, g.seq, g.points, g.from_at, g.to_at, g.reason, $8::bigint
    from jsonb_to_recordset($5::jsonb) as g (org int, equipment int, gateway int, epoch text, lane smallint,
      first bigint, seq bigint, points bigint, from_at bigint, to_at bigint, reason text)
    where exists (select from writer)),
  quarantined as (
    insert into history_quarantine (org_id, gateway_id, binding_id, epoch, lane, seq, received_at, reason, payload)
    select q.org, q.gateway, q.binding, q.epoch, q.lane, q.seq, q.received_at, q.reason, q.payload
    from rows from (jsonb_to_recordset($6::jsonb) as (org int, gateway int, binding int, epoch text, lane smallint,
      seq bigint, received_at bigint, reason text), unnest($7::bytea[]))
      as q (org, gateway, binding, epoch, lane, seq, received_at, reason, payload)
    where exists (select from writer)),
  events as (
    insert into history_event (org_id, equipment_id, gateway_id, binding_id, received_at, body)
    select e.org, e.equipment, e.gateway, e.binding, e.received_at, e.body
    from jsonb_to_recordset($9::jsonb) as e (org int, equipment int, gateway int, binding int, received_at bigint, body jsonb)
    where exists (select from writer))`

function lossesOf({ gaps, quarantined, events, now }: Commit): unknown[] {
  const gapRows = gaps.map((gap) => ({
    ...{ org: gap.orgId, equipment: gap.equipmentId, gateway: gap.gatewayId, epoch: gap.epoch, lane: gap.lane },
    ...{ first: gap.from, seq: gap.seq, points: gap.points, reason: gap.reason },
    ...{ from_at: gap.fromAt, to_at: gap.toAt },
  }))
  const quarantineRows = quarantined.map((message) => ({
    ...{ org: message.orgId, gateway: message.gatewayId, binding: message.bindingId, epoch: message.epoch },
    ...{ lane: message.lane, seq: message.seq, received_at: message.receivedAt, reason: message.reason },
  }))
  const payloads = byteaArray(quarantined.map(({ payload }) => payload))
  const eventRows = events.map(({ orgId, equipmentId, gatewayId, bindingId, receivedAt, body }) => ({
    ...{ org: orgId, equipment: equipmentId, gateway: gatewayId, binding: bindingId, received_at: receivedAt, body },
  }))
  return [JSON.stringify(gapRows), JSON.stringify(quarantineRows), payloads, now, JSON.stringify(eventRows)]
}

const byteaOid = 17

/** An array of bytea in PostgreSQL's binary format, which pg sends unchanged. */
function byteaArray(items: readonly Uint8Array[]): Buffer {
  const size = items.reduce((sum, { length }) => sum + 4 + length, 20)
  const bytes = Buffer.alloc(items.length === 0 ? 12 : size)
  let at = bytes.writeInt32BE(items.length === 0 ? 0 : 1, 0)
  at = bytes.writeInt32BE(0, at)
  at = bytes.writeInt32BE(byteaOid, at)
  if (items.length === 0) return bytes
  at = bytes.writeInt32BE(items.length, at)
  at = bytes.writeInt32BE(1, at)
  for (const item of items) {
    at = bytes.writeInt32BE(item.length, at)
    bytes.set(item, at)
    at += item.length
  }
  return bytes
}

/** Wrong or refused data, too large a value, or an error of a trigger: the same statement would always fail. */
const dataFault = /^(22|23|54|P0)/

/** Whether a statement failed because of its data, rather than because of the state of the database. */
export function isPoison(error: unknown): boolean {
  const code = errorCode(error)
  return code === undefined ? error instanceof RangeError : dataFault.test(code)
}
