// The data of a reader: one snapshot of chunks and landed frames, of one organisation and of the devices asked for only.
import type { Connection } from '../../db/connection.ts'
import { copyOut, integers, readInt8 } from '../../db/copy.ts'
import { dayMs } from './calendar.ts'
import type { ChunkHeader } from './chunk.ts'
import { devicesOf, type Scope, type Span } from './history.ts'
import { segmentTable } from './landing-store.ts'
import { groups } from './pack.ts'
import { slots } from './ring.ts'

type Client = Pick<Connection, 'query'>

export type HeaderRow = ChunkHeader & { columnId: number; id: number }
export type ChunkRow = HeaderRow & { data: Buffer }

/** `open`: the segment that is being written, the newest of the ring. */
export type Asked = Scope & { open: number }

/**
 * Runs a function on a snapshot after visiting the frames of the gateways, oldest first. TRUNCATE is not MVCC-safe, so
 * the ring is locked before the snapshot is taken, and unlocked once its frames are read: the snapshot stays.
 */
export async function inSnapshot<T>(
  client: Client,
  asked: Asked,
  visit: (frame: Buffer) => void,
  act: () => Promise<T>,
): Promise<T> {
  const ring = Array.from({ length: slots }, (_, step) => (asked.open + 1 + step) % slots)
  await client.query('begin isolation level repeatable read read only')
  await client.query('savepoint ring')
  await client.query(`lock table ${ring.map(segmentTable).join(', ')} in access share mode`)
  for await (const [frame] of copyOut(client, ring.map((slot) => framesOf(slot, asked)).join(' union all ')))
    visit(frame!)
  await client.query('rollback to savepoint ring')
  const done = await act()
  await client.query('commit')
  return done
}

function framesOf(slot: number, { gatewayIds }: Asked): string {
  const grps = new Set(gatewayIds.map((id) => id % groups))
  return `select frame from ${segmentTable(slot)} where grp in (${integers(grps)})
    and gateways && array[${integers(gatewayIds)}]::int[]`
}

/** Chunks that may have readings in the span; `ids` selects some of them. */
function chunksWhere(asked: Asked, { from, to }: Span, ids?: Iterable<number>) {
  const { orgId, gatewayIds, columnIds } = asked
  const devices = devicesOf(asked)
  const some = ids ? ` and id = any(array[${integers(ids)}]::bigint[])` : ''
  const [first, last, end] = [from - dayMs, to, from].map((at) => integers([at]))
  return `from history_chunk where org_id = ${integers([orgId])} and equipment_id in (${integers(devices)})
    and gateway_id in (${integers(gatewayIds)}) and column_id in (${integers(columnIds)})
    and t0 between ${first} and ${last} and t1 >= ${end}${some} order by column_id, id, t0`
}

const headerList = 'column_id, id, t0, t1, n, good, low, high, total, first_value, last_value'

/** Headers, by column and in the order of arrival. */
export async function* readHeaders(client: Client, asked: Asked, span: Span): AsyncGenerator<HeaderRow> {
  for await (const row of copyOut(client, `select ${headerList} ${chunksWhere(asked, span)}`)) yield toHeader(row)
}

/**
 * Reads the headers and the bytes of the chunks that may have readings in the span, by column and in the order of
 * arrival.
 */
export async function* readChunks(
  client: Client,
  asked: Asked,
  span: Span,
  ids?: Iterable<number>,
): AsyncGenerator<ChunkRow> {
  const rows = copyOut(client, `select ${headerList}, data ${chunksWhere(asked, span, ids)}`)
  for await (const row of rows) yield { ...toHeader(row), data: row[11]! }
}

const double = (field: Buffer | null | undefined): number | null => field?.readDoubleBE() ?? null

const toHeader = (row: (Buffer | null)[]): HeaderRow => ({
  columnId: row[0]!.readInt32BE(),
  id: readInt8(row[1]!),
  t0: readInt8(row[2]!),
  t1: readInt8(row[3]!),
  n: row[4]!.readInt32BE(),
  good: row[5]!.readInt32BE(),
  low: double(row[6]),
  high: double(row[7]),
  total: double(row[8]),
  firstValue: double(row[9]),
  lastValue: double(row[10]),
})

/** The session of a reader's connection. */
export const readerSettings = {
  // A scan that PostgreSQL starts in the middle of a table would not return rows in the order of arrival.
  synchronize_seqscans: 'off',
  max_parallel_workers_per_gather: 0,
}
