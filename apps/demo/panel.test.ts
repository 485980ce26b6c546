import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryTroubles, troubleKeys } from '../../features/watch/plant-panel/plant-contract.ts'
import { troubleLooks, troubleNames } from '../../features/watch/plant-panel/text.ts'
import { type Plant, startPlant } from '../../plant/plant.ts'
import { until } from '../../testkit/eventually.ts'
import { testServer } from '../../testkit/server.ts'
import { rooms } from '../server/rooms.ts'
import { type Panel, startPanel } from './panel.ts'

let dataDir: string
let plant: Plant
let panel: Panel
let cut: boolean
const stopped: (() => Promise<unknown>)[] = []

const start = async () => {
  const line = {
    freeze() {
      cut = true
    },
    flow() {
      cut = false
    },
  }
  panel = await startPanel({
    ...{ plant, line, dataDir, equipmentOf: () => 7 },
    log(line) {
      throw new Error(line)
    },
  })
  stopped.push(panel.stop)
}
const one = (key: string) => panel.list().find((each) => each.key === key)!

beforeEach(async () => {
  cut = false
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-panel-'))
  plant = await startPlant({ host: '127.0.0.1' })
  await start()
})
afterEach(async () => {
  for (const stop of stopped.splice(0)) await stop()
  await plant.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the plant panel', () => {
  it('lists everything, off, with words for it', () => {
    expect(panel.list().map(({ key, sinceAt }) => [key, sinceAt])).toEqual(troubleKeys.map((key) => [key, null]))
    for (const key of troubleKeys)
      for (const words of [troubleNames, troubleLooks]) {
        expect(words.in('en')(key)).toMatch(/^[A-Z]/)
        expect(words.in('zh-cn')(key)).toMatch(/\p{Script=Han}/u)
      }
  })

  it('trips a pump of the model, and starts it again', async () => {
    await panel.turn('pumpTrip', true)
    plant.advance(60)
    expect(plant.peek('intake', 'pump1Tripped')).toBe(true)
    const { sinceAt, untilAt } = one('pumpTrip')
    expect(untilAt! - sinceAt!).toBe(300_000)
    await panel.turn('pumpTrip', false)
    plant.advance(120)
    expect(plant.peek('intake', 'pump1Running')).toBe(true)
    expect(one('pumpTrip').sinceAt).toBeNull()
  })

  it('makes the raw water turbid, and lets it clear', async () => {
    const turbidity = () => Number(plant.peek('intake', 'turbidity'))
    expect(turbidity()).toBeLessThan(12)
    await panel.turn('highTurbidity', true)
    plant.advance(120)
    expect(turbidity()).toBeGreaterThan(20)
    await panel.turn('highTurbidity', false)
    plant.advance(300)
    expect(turbidity()).toBeLessThan(12)
  })

  it('silences a PLC, and cuts a line', async () => {
    await panel.turn('silentPlc', true)
    expect(plant.faults()).toEqual([{ kind: 'silent', station: 'booster' }])
    await panel.turn('lostLink', true)
    expect(cut).toBe(true)
    await panel.turn('lostLink', false)
    expect(cut).toBe(false)
  })

  it("shows faults of the plant's own", async () => {
    await plant.setFault({ kind: 'mainBurst' })
    expect(one('mainBurst').sinceAt).toBeGreaterThan(0)
    expect(one('mainBurst').untilAt).toBeNull()
    await panel.turn('mainBurst', false)
    expect(plant.faults()).toEqual([])
  })

  it('repeats faults after a restart, until their end', async () => {
    await panel.turn('lostLink', true)
    await panel.turn('stormWater', true)
    const before = panel.list()
    await panel.stop()
    await plant.clearFault({ kind: 'stormWater' })
    cut = false
    await start()
    expect(panel.list()).toEqual(before)
    expect([cut, plant.faults()]).toEqual([true, [{ kind: 'stormWater' }]])
  })

  it('ends a fault at its time, and forgets after a restart those that have ended meanwhile', async () => {
    const at = Date.now()
    const ended = { sinceAt: at - 600_000, untilAt: at - 1 }
    const nearly = { sinceAt: at, untilAt: at + 50 }
    await writeFile(join(dataDir, 'troubles.json'), JSON.stringify({ pumpTrip: ended, mainBurst: nearly }))
    await start()
    await until(async () => (plant.faults().length === 0 ? true : undefined))
    expect(panel.list().every(({ sinceAt }) => sinceAt === null)).toBe(true)
  })
})

describe('a real platform', () => {
  it('has no plant panel', async () => {
    const paths = rooms.flat().map(({ endpoint }) => endpoint.path)
    expect(paths.filter((path) => path.includes('/demo/'))).toEqual([])
    const server = await testServer()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const response = await server.admin.raw(queryTroubles.path, init)
    await server.stop()
    expect(((await response.json()) as { code: number }).code).not.toBe(200)
  })
})
