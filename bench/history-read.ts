// Curves and aggregates of history: 200,000 readings of one and of ten variables, raw and reduced, and the
// same data as plain rows in the same run, by the method of DESIGN 8.
//   npm run bench -- history-read --columns 10 --points 259200 --rounds 5
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { connectDatabase, type Database } from '../db/pool.ts'
import { Historian } from '../signal/history/historian.ts'
import type { CurveQuery } from '../signal/history/history.ts'
import { childrenOf, cpuSecondsOf, machineLine, median, numbers, table } from './machine.ts'
import { poolSize, valuePool } from './plant-values.ts'

const given = numbers({ columns: 10, points: 259_200, wanted: 200_000, rounds: 5 })

const stepMs = 10_000
const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
const start = today - Math.ceil((given.points * stepMs) / dayMs) * dayMs
const columnIds = Array.from({ length: given.columns }, (_, i) => i + 1)
const scope = { orgId: 1, equipmentId: 1, gatewayIds: [1], columnIds }
const columns = valuePool().map((texts) => texts.map((text) => JSON.parse(text) as number | boolean))

/** The readings are up to 40 ms late, like those of real PLCs. */
const timeOf = (i: number) => start + i * stepMs + ((i * 7919) % 41)
const readingOf = (column: number, i: number) => columns[column % columns.length]![i % poolSize]!

const scanRows = 100

async function fill(historian: Historian): Promise<void> {
  let seq = 0
  for (let from = 0; from < given.points; from += scanRows) {
    const rows = Math.min(scanRows, given.points - from)
    const at = Array.from({ length: rows * given.columns }, (_, k) => from + Math.floor(k / given.columns))
    const batch = {
      ...{ gatewayId: 1, sn: 'BENCH', epoch: '00000000000000aa', lane: 1 as const, orgId: 1, equipmentId: 1 },
      ids: at.map((_, k) => columnIds[k % given.columns]!),
      times: at.map(timeOf),
      values: at.map((i, k) => readingOf(k % given.columns, i)),
      codes: null,
    }
    seq += 1
    while (historian.land({ ...batch, seq }) === 'full') await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await historian.settled()
}

/** Stores the same readings as rows, with the key that a table of history would need. */
async function fillRows({ pool }: Database): Promise<void> {
  await pool.query('create table plain (column_id int, at bigint, value float8, primary key (column_id, at))')
  for (const [index, columnId] of columnIds.entries()) {
    const times = Array.from({ length: given.points }, (_, i) => timeOf(i))
    const values = times.map((_, i) => Number(readingOf(index, i)))
    await pool.query('insert into plain select $1, * from unnest($2::bigint[], $3::float8[])', [
      columnId,
      times,
      values,
    ])
  }
  await pool.query('vacuum analyze plain')
}

type Cost = { wallMs: number; nodeMs: number; postgresMs: number }

async function measure(act: () => Promise<unknown>, postgres: () => number): Promise<Cost> {
  await act()
  const costs: Cost[] = []
  for (let round = 0; round < given.rounds; round += 1) {
    const [before, cpu, wall] = [postgres(), process.cpuUsage(), performance.now()]
    await act()
    const { user, system } = process.cpuUsage(cpu)
    const wallMs = performance.now() - wall
    costs.push({ wallMs, nodeMs: (user + system) / 1000, postgresMs: (postgres() - before) * 1000 })
  }
  const middle = (key: keyof Cost) => Math.round(median(costs.map((cost) => cost[key])))
  return { wallMs: middle('wallMs'), nodeMs: middle('nodeMs'), postgresMs: middle('postgresMs') }
}

const last = given.points - 1
const span = { from: timeOf(Math.max(0, last + 1 - given.wanted)), to: timeOf(last) }
const hour = 3_600_000

function questions(historian: Historian): [string, () => Promise<unknown>][] {
  const curve = (count: number, change: Partial<CurveQuery>) => () =>
    historian.curves({
      ...{ ...scope, ...span, points: given.wanted, reduce: 'minmax' },
      columnIds: columnIds.slice(0, count),
      ...change,
    })
  const edges = (width: number) =>
    Array.from({ length: Math.ceil((span.to - start) / width) + 1 }, (_, i) => start + i * width)
  return [
    ['1 × raw', curve(1, {})],
    [`${given.columns} × raw`, curve(given.columns, {})],
    ['1 → 2000, lows and highs', curve(1, { points: 2000 })],
    [`${given.columns} → 2000, lows and highs`, curve(given.columns, { points: 2000 })],
    [`${given.columns} → 2000, shape (LTTB)`, curve(given.columns, { points: 2000, reduce: 'lttb' })],
    [`${given.columns} by hour`, () => historian.aggregate({ ...scope, edges: edges(hour) })],
    [`${given.columns} by day, from headers`, () => historian.aggregate({ ...scope, edges: edges(dayMs) })],
    ['last of each', () => historian.at({ ...scope, at: span.to, lookbackMs: dayMs })],
  ]
}

function rowQuestions({ pool }: Database): [string, () => Promise<unknown>][] {
  const where = 'from plain where column_id = any($1) and at between $2 and $3'
  const some = (count: number) => [columnIds.slice(0, count), span.from, span.to]
  const width = Math.ceil((span.to - span.from + 1) / 1000)
  const buckets = (count: number) => () =>
    pool.query(
      `select column_id, (at - $2) / ${width} as b, min(value), max(value) ${where} group by 1, 2`,
      some(count),
    )
  return [
    ['1 × raw', () => pool.query(`select at, value ${where} order by at`, some(1))],
    [
      `${given.columns} × raw`,
      () => pool.query(`select column_id, at, value ${where} order by 1, 2`, some(given.columns)),
    ],
    ['1 → 2000, lows and highs', buckets(1)],
    [`${given.columns} → 2000, lows and highs`, buckets(given.columns)],
  ]
}

async function bytesOf({ pool }: Database): Promise<{ chunks: number; rows: number }> {
  const { rows } = await pool.query<{ chunks: number; rows: number }>(
    `select (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits
       where inhparent = 'history_chunk'::regclass) as chunks, pg_total_relation_size('plain')::float8 as rows`,
  )
  return rows[0]!
}

async function run(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ pid: string }>(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
  )
  const postmaster = Number(rows[0]!.pid)
  // The statistics of a backend are lost when it ends; the pools keep their backends.
  const postgres = () => childrenOf(postmaster).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  const historian = new Historian({ database, now: Date.now, log: console.error, onCommitted: () => undefined })
  await historian.start()
  const began = performance.now()
  await fill(historian)
  await historian.turn()
  const seconds = (performance.now() - began) / 1000
  await fillRows(database)
  const costs: (readonly (string | number)[])[] = []
  const plain = new Map(rowQuestions(database))
  for (const [name, ask] of questions(historian)) {
    const mine = await measure(ask, postgres)
    const rowsAsk = plain.get(name)
    const theirs = rowsAsk && (await measure(rowsAsk, postgres))
    const cells = ({ wallMs, nodeMs, postgresMs }: Cost) => [wallMs, nodeMs, postgresMs]
    costs.push([name, ...cells(mine), ...(theirs ? cells(theirs) : ['', '', ''])])
  }
  const bytes = await bytesOf(database)
  const points = given.points * given.columns
  console.log(machineLine())
  console.log(`${points} readings landed, compacted and folded in ${seconds.toFixed(1)} s; ${given.wanted} asked for`)
  console.log(`bytes a reading: ${(bytes.chunks / points).toFixed(2)}; as rows ${(bytes.rows / points).toFixed(1)}`)
  const heads = ['wall ms', 'node CPU ms', 'PostgreSQL CPU ms']
  console.log(table(['question', ...heads, ...heads.map((head) => `rows: ${head}`)], costs))
  await historian.stop()
}

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
chmodSync(folder, 0o711)
const embedded = await startEmbedded({ dataDir: folder, log: () => undefined })
const database = await connectDatabase({ url: embedded.migrateUrl, setting: 'DATA_DIR', log: console.error })
try {
  await migrate(database, () => undefined)
  await run(database)
} finally {
  await database.stop()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
