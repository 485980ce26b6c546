// A seek to a random second of a page over many devices: the time of history to answer all of them in one request, with
// an intermediate variable over one variable of each, and the same with one request per device.
//   npm run bench -- page-past --devices 200 --columns 5 --hours 26
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { connectDatabase, type Database } from '../db/pool.ts'
import type { StoredSeries } from '../features/watch/history/store.ts'
import { type PastScope, readPast } from '../features/watch/open/history-replay.ts'
import { calculated } from '../features/watch/open/mvar-past.ts'
import { Historian } from '../signal/history/historian.ts'
import { machineLine, median, numbers, table } from './machine.ts'

const given = numbers({ devices: 200, columns: 5, hours: 26, rounds: 15 })
const stepMs = 10_000
const windowMs = 600_000
const points = Math.floor((given.hours * 3_600_000) / stepMs)
const start = Math.floor(Date.now() / stepMs) * stepMs - points * stepMs
const devices = Array.from({ length: given.devices }, (_, i) => i + 1)
const columnOf = (device: number, c: number) => device * 100 + c
const rowsAtOnce = 200

async function fill(historian: Historian): Promise<void> {
  for (const device of devices) {
    let seq = 0
    for (let from = 0; from < points; from += rowsAtOnce) {
      const at = Array.from({ length: Math.min(rowsAtOnce, points - from) * given.columns }, (_, k) => k)
      const batch = {
        ...{ gatewayId: device, sn: `BENCH${device}`, epoch: '00000000000000aa', lane: 1 as const, orgId: 1 },
        ...{ equipmentId: device, codes: null },
        ids: at.map((k) => columnOf(device, k % given.columns)),
        times: at.map((k) => start + (from + Math.floor(k / given.columns)) * stepMs + device),
        values: at.map((k) => Math.round(1000 * Math.sin((from + k) / 50)) / 10),
      }
      seq += 1
      while (historian.land({ ...batch, seq }) === 'full') await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await historian.settled()
  await historian.turn()
}

function scopeOf(some: readonly number[]): PastScope {
  const series = some.flatMap((equipmentId) =>
    Array.from({ length: given.columns }, (_, c): StoredSeries => {
      const id = columnOf(equipmentId, c)
      const period = { every: 10, unit: 'second' } as const
      const words = { title: '', unit: null, decimals: null, dataType: 'float64', removedAt: null, mode: 'periodic' }
      return { id, signalId: id, equipmentId, period, ...words } as unknown as StoredSeries
    }),
  )
  const columnIds = series.map(({ id }) => id)
  const gaps = new Map(columnIds.map((id) => [Number(id), 2.5 * stepMs]))
  return { series, gaps, scope: { orgId: 1, equipmentId: some, gatewayIds: some, columnIds }, droppedTo: new Map() }
}

async function measure(ask: (from: number) => Promise<unknown>): Promise<[wall: number, cpu: number, worst: number]> {
  const walls: number[] = []
  const cpus: number[] = []
  for (let round = -1; round < given.rounds; round += 1) {
    const from = Math.round(start + windowMs + Math.random() * (points * stepMs - 2 * windowMs))
    const [cpu, wall] = [process.cpuUsage(), performance.now()]
    await ask(from)
    const { user, system } = process.cpuUsage(cpu)
    if (round < 0) continue
    walls.push(performance.now() - wall)
    cpus.push((user + system) / 1000)
  }
  return [Math.round(median(walls)), Math.round(median(cpus)), Math.round(Math.max(...walls))]
}

async function run(database: Database): Promise<void> {
  const historian = new Historian({ database, now: Date.now, log: console.error, onCommitted: () => undefined })
  await historian.start()
  await fill(historian)
  const call = { history: historian, signal: new AbortController().signal }
  const whole = scopeOf(devices)
  const inputs = devices.map((equipmentId) => ({ equipmentId, signalId: columnOf(equipmentId, 0) }))
  const expression = `sum(${inputs
    .slice(0, 100)
    .map(({ equipmentId, signalId }) => `\${${equipmentId}.${signalId}}`)
    .join()})`
  const mvar = { id: 1, title: '', unit: null, decimals: null, expression, inputs: inputs.slice(0, 100) }
  const seek = async (from: number) => readPast(call, whole, { from, to: from + windowMs })
  const rows = [
    ['one question', ...(await measure(seek))],
    [
      'one question, with an intermediate variable over 100 devices',
      ...(await measure(async (from) => calculated([mvar], await seek(from), whole.gaps, from))),
    ],
    [
      'a question a device',
      ...(await measure(async (from) => {
        for (const each of devices) await readPast(call, scopeOf([each]), { from, to: from + windowMs })
      })),
    ],
  ]
  console.log(machineLine())
  console.log(
    `${given.devices} devices × ${given.columns} variables, ${points} readings each, ten minutes before a random second`,
  )
  console.log(table(['', 'median ms', 'CPU ms', 'worst ms'], rows))
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
