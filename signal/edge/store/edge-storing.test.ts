// History reports of the agent as a whole: a real Modbus device at one end, records at the other.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import type { GatewayReport } from '../../../contract/gateway-config.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import { boundConfig, modbusDriver } from '../../../testkit/peers/platform.ts'
import type { Peer } from '../../../testkit/peers/pymodbus.ts'
import { reportOf } from '../../../testkit/storing-world.ts'

let bench: Bench
let peer: Peer
beforeEach(async () => {
  bench = await Bench.begin()
  peer = await bench.device()
})
afterEach(() => bench.end())

async function start(): Promise<void> {
  await bench.start()
  await bench.platform.until('hello')
}

async function configure(reports: GatewayReport[], bindingId = 1) {
  const { equipmentId, config } = boundConfig([modbusDriver(peer.port, [{}, {}, {}])])
  const full = { ...config, reports }
  const bound = { equipmentId, bindingId, hash: gatewayConfigHash(full), config: full }
  return bench.platform.command({ kind: 'configure', bound })
}

/** The records of a column that the platform received, each once: nothing is acknowledged here. */
function stored(columnId: number) {
  const records = new Map(bench.platform.all('record').map((record) => [record.seq, record]))
  return [...records.values()]
    .sort((a, b) => a.seq - b.seq)
    .flatMap(({ at, ids, times, values, codes }) =>
      ids.flatMap((id, index) => {
        const value = values[index] ?? `code ${codes?.[index]}`
        return id === columnId ? [{ at: at + (times?.[index] ?? 0), value }] : []
      }),
    )
}
const kept = (columnId: number) => stored(columnId).map(({ value }) => value)

it('stores the readings, changes and faults of a real device', async () => {
  await start()
  const reports = [
    reportOf({ minIntervalMs: 100, signals: [1] }),
    reportOf({ id: 2, mode: 'single', condition: '${1.1} > 50', signals: [2] }),
    reportOf({ id: 3, mode: 'periodic', period: { every: 1, unit: 'second' }, signals: [3] }),
  ]
  expect(await configure(reports)).toMatchObject({ status: 'success' })
  await eventually(() => expect(kept(30).length).toBeGreaterThan(1))
  expect([kept(10), kept(20)]).toEqual([[10], []])
  expect(await bench.write(1, 77)).toMatchObject({ status: 'success' })
  await eventually(() => expect(kept(10).length).toBeGreaterThan(1))
  expect([kept(10), kept(20)]).toEqual([[10, 77], [20]])
  // A row has exactly the time of its period boundary, however many other values share its record.
  for (const { at } of stored(30)) expect(at % 1000).toBe(0)
  await peer.kill()
  await eventually(() => expect(kept(10).length).toBeGreaterThan(2))
  expect(kept(10)).toEqual([10, 77, 'code 1722'])
})

it('refuses a configuration whose reports cannot run, and the old one continues', async () => {
  await start()
  await configure([reportOf({ minIntervalMs: 100 })])
  await eventually(() => expect(kept(10).length).toBeGreaterThan(0))
  expect(await configure([reportOf({ mode: 'single', condition: '${1.99} > 5' })])).toMatchObject({
    ...{ status: 'failure', code: 1320 },
    reason: 'report 1: there is no variable 99 to read',
  })
  await bench.write(1, 11)
  await eventually(() => expect(kept(10).length).toBeGreaterThan(1))
})

it('continues counting after a planned restart', async () => {
  const saved = async () => JSON.parse(await readFile(join(bench.dataDir, 'storing.json'), 'utf8'))
  const online = () => eventually(() => expect(bench.edge.status()).toMatchObject({ state: 'online', good: 3 }))
  await start()
  const columns = [{ id: 5, signalId: 1, aggregation: 'max' as const }]
  await configure([
    reportOf({ mode: 'periodic', type: 'summary', period: { every: 1, unit: 'month' }, columns }),
    reportOf({ id: 2, minIntervalMs: 100 }),
  ])
  for (const value of [900, 1]) {
    expect(await bench.write(1, value)).toMatchObject({ value })
    await eventually(() => expect(kept(10).at(-1)).toBe(value))
  }
  await bench.edge.stop()
  const first = [{ reportId: 1, tallies: [[1, { max: 900, last: 1 }]] }]
  expect(await saved()).toMatchObject({ isPlanned: true, saved: first })
  await start()
  await online()
  // If the agent were killed now, the sums would continue only within the same period.
  expect(await saved()).toMatchObject({ isPlanned: false, saved: first })
  expect(await bench.write(1, 2)).toMatchObject({ value: 2 })
  await eventually(() => expect(kept(10).at(-1)).toBe(2))
  await bench.edge.stop()
  const second = [{ reportId: 1, tallies: [[1, { max: 900, last: 2 }]] }]
  expect(await saved()).toMatchObject({ isPlanned: true, saved: second })
})
