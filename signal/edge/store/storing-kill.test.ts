// Summaries of an agent that is repeatedly killed with -9: within a period, just before and just after its boundary.
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import type { EdgeProcessSettings } from '../../../testkit/peers/edge-process.ts'
import { boundConfig, modbusDriver } from '../../../testkit/peers/platform.ts'
import type { Peer } from '../../../testkit/peers/pymodbus.ts'
import { endProgram, type Program, programAt } from '../../../testkit/program.ts'
import { reportOf } from '../../../testkit/storing-world.ts'

/** The period is short, but long enough for a restart of the agent within it on a loaded machine. */
let periodMs: number
const periodsOfAttempts = [2000, 2000, 4000]
const longestMs = 6000
let bench: Bench
let peer: Peer
let program: Program
let child: ChildProcess | undefined
beforeEach(async () => {
  periodMs = 2000
  bench = await Bench.begin()
  peer = await bench.device()
  program = await programAt('testkit/peers/edge-process.ts', 'edge-process')
})
afterEach(async () => {
  if (child) await endProgram(child)
  await program[Symbol.asyncDispose]()
  await bench.end()
})

async function start(everyMs: number): Promise<void> {
  const sessions = new Set(bench.platform.all('hello').map(({ session }) => session))
  const { dataDir, sn, platform } = bench
  const settings: EdgeProcessSettings = { sn, url: platform.url, dataDir, saveMs: everyMs }
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
// Sums are saved within a period, but not immediately after its boundary.
const saveMs = 800
const border = (at = Date.now()) => Math.ceil(at / periodMs) * periodMs
const untilAfter = (at: number, ms: number) => wait(Math.max(0, at + ms - Date.now()))
const saved = async () => JSON.parse(await readFile(join(bench.dataDir, 'storing.json'), 'utf8')).saved[0]

/** Values of a column by period end, each list with one entry per record. */
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

/** The sums on disk, once they match. */
const savedWith = (wanted: object) =>
  eventually(async () => {
    const found = await saved()
    expect(found).toMatchObject({ tallies: [[1, wanted]] })
    return found as { endsAt: number }
  })

const write = async (value: number) => expect(await bench.write(1, value)).toMatchObject({ value })

/** Kills within a period that had a high value. Returns that period if it still ran when the agent was back. */
async function killWithin(high: number, attempt: number): Promise<number | undefined> {
  periodMs = periodsOfAttempts[attempt] ?? longestMs
  expect(await configure()).toMatchObject({ status: 'success' })
  await untilAfter(border(), 100)
  await write(high)
  const { endsAt: begun } = await savedWith({ max: high })
  await write(20)
  const { endsAt: end } = await savedWith({ last: 20 })
  await endProgram(child!)
  await start(50)
  return end === begun && end - Date.now() > 300 ? end : undefined
}

/** Kills after a period was reported. Returns whether the file on disk still has it as running. */
async function killAfterBorder(): Promise<boolean> {
  const end = border(Date.now() + 500)
  await eventually(() => expect(told(1).has(end)).toBe(true))
  await endProgram(child!)
  const { endsAt } = await saved()
  await start(saveMs)
  return endsAt === end
}

/** Repeats `act` until it succeeds, as a loaded machine may need. */
async function untilItDid<T>(act: (attempt: number) => Promise<T | undefined | false>): Promise<T> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const found = await act(attempt)
    if (found) return found
  }
  throw new Error('it never came to be')
}

it('continues a period that still runs, and never reports one twice', { timeout: 240_000 }, async () => {
  await start(50)
  const end = await untilItDid((attempt) => killWithin(500 + attempt, attempt))
  await eventually(() => expect(told(1).get(end)).toEqual([expect.toSatisfy((high: number) => high >= 500)]))
  await endProgram(child!)
  await start(saveMs)
  await untilItDid(killAfterBorder)
  await untilAfter(border(), -60)
  await endProgram(child!)
  await start(saveMs)
  const last = border(Date.now() + 500)
  await eventually(() => expect(told(1).has(last)).toBe(true))
  for (const column of [1, 2, 3]) {
    // On a loaded machine a period may have no good reading: it is then reported as a fault, and also only once.
    for (const [at, values] of told(column)) expect([column, at, values.length]).toEqual([column, at, 1])
  }
})
