// Summaries of an agent that is killed -9 again and again: within a period, just before and just after its border.
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatewayConfigHash } from '../../contract/config-hash.ts'
import { eventually } from '../../testkit/eventually.ts'
import { Bench } from '../../testkit/peers/bench.ts'
import type { EdgeProcessSettings } from '../../testkit/peers/edge-process.ts'
import { boundConfig, modbusDriver } from '../../testkit/peers/platform.ts'
import type { Peer } from '../../testkit/peers/pymodbus.ts'
import { ended, type Program, programAt } from '../../testkit/program.ts'
import { reportOf } from '../../testkit/storing-world.ts'

const periodMs = 4000
let bench: Bench
let peer: Peer
let program: Program
let child: ChildProcess | undefined
beforeEach(async () => {
  bench = await Bench.begin()
  peer = await bench.device()
  program = await programAt('testkit/peers/edge-process.ts', 'edge-process')
})
afterEach(async () => {
  if (child) await ended(child)
  await program[Symbol.asyncDispose]()
  await bench.end()
})

async function start(): Promise<void> {
  const sessions = new Set(bench.platform.all('hello').map(({ session }) => session))
  const { dataDir, sn, platform } = bench
  const settings: EdgeProcessSettings = { sn, url: platform.url, dataDir, saveMs: 50 }
  child = program.run({}, 'ignore', [JSON.stringify(settings)])
  await platform.until('hello', ({ session }) => !sessions.has(session))
}
const configure = () => {
  const { equipmentId, bindingId, config } = boundConfig([modbusDriver(peer.port, [{}])])
  const columns = (['max', 'first', 'delta'] as const).map((aggregation, index) => {
    return { id: index + 1, signalId: 1, aggregation }
  })
  const period = { every: periodMs / 1000, unit: 'second' as const }
  const full = { ...config, reports: [reportOf({ mode: 'periodic', type: 'summary', period, columns })] }
  return bench.platform.command({
    kind: 'configure',
    bound: { equipmentId, bindingId, hash: gatewayConfigHash(full), config: full },
  })
}
const border = (at = Date.now()) => Math.ceil(at / periodMs) * periodMs
const untilAfter = (at: number, ms: number) => wait(Math.max(0, at + ms - Date.now()))
const saved = async () => JSON.parse(await readFile(join(bench.dataDir, 'storing.json'), 'utf8')).saved[0]

/** Values of a column by the border they stand at, each with how often it was told. */
function told(columnId: number): Map<number, unknown[]> {
  const records = new Map(bench.platform.all('record').map((one) => [`${one.epoch} ${one.seq}`, one]))
  const found = new Map<number, unknown[]>()
  for (const { at, ids, times, values } of records.values()) {
    for (const [index, id] of ids.entries()) {
      const end = Math.round((at + (times?.[index] ?? 0)) / 1000) * 1000
      if (id === columnId) found.set(end, [...(found.get(end) ?? []), values[index]])
    }
  }
  return found
}

/** The sums on disk, once they are as wanted. */
const savedWith = (wanted: object) =>
  eventually(async () => {
    const found = await saved()
    expect(found).toMatchObject({ tallies: [[1, wanted]] })
    return found as { endsAt: number }
  })

/** A high value that only this run reads, then a kill; `killMs` from the border, or at once. The period it was in. */
async function round(high: number, killMs?: number): Promise<{ end: number; isBackMs: number }> {
  await untilAfter(border(), 100)
  expect(await bench.write(1, high)).toMatchObject({ value: high })
  const { endsAt: begun } = await savedWith({ max: high })
  expect(await bench.write(1, 20)).toMatchObject({ value: 20 })
  const { endsAt: end } = await savedWith({ last: 20 })
  if (killMs !== undefined) await untilAfter(end, killMs)
  await ended(child!)
  await start()
  // On a machine so loaded that a border passed meanwhile, it proves nothing.
  return { end, isBackMs: end === begun ? end - Date.now() : 0 }
}

it('goes on in a period that still runs, and never tells one twice', { timeout: 180_000 }, async () => {
  await start()
  expect(await configure()).toMatchObject({ status: 'success' })
  const highs = new Map<number, number>()
  for (let high = 500; highs.size === 0 && high < 510; high++) {
    const { end, isBackMs } = await round(high)
    if (isBackMs > 1000) highs.set(end, high)
  }
  for (const killMs of [-60, 15, 60]) await round(600, killMs)
  const next = border() + periodMs
  await untilAfter(next, 0)
  await eventually(() => expect(told(1).has(next)).toBe(true))
  for (const column of [1, 2, 3]) {
    for (const [end, values] of told(column)) expect([column, end, values]).toEqual([column, end, [expect.anything()]])
  }
  expect(highs.size).toBe(1)
  for (const [end, high] of highs) expect(told(1).get(end)).toEqual([high])
})
