// What devices last said: saved for the next start of the platform, and of which variables.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { liveSite, type Site } from '../../testkit/site.ts'
import { saveReport, saveSignals } from '../equipment-config/contract.ts'
import { loadLastValues } from './store.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let plant: Site
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  plant = await liveSite(server, 'Pump station')
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})

describe('last values', () => {
  test('that cannot be saved of one company keep those of no other from being saved', async () => {
    const { live, db } = server.platform
    live.forget(plant.equipmentId)
    const beyondTheDatabase = 3_000_000_000
    const strange = { orgId: 1_000_000, equipmentId: beyondTheDatabase, sn: 'X', receivedAt: clock.at }
    live.take({ kind: 'live', ...strange, ids: [1], values: [1], times: [clock.at], codes: [200] })
    clock.at += 1000
    await plant.box.live({ [plant.id('Total')]: 101 })
    await eventually(() => expect(live.get(plant.equipmentId, plant.id('Total'))?.value).toBe(101))
    await expect(server.turn()).rejects.toThrow()
    live.forget(beyondTheDatabase)
    const [saved] = await loadLastValues(db, [plant.equipmentId])
    expect(saved?.values[saved.ids.indexOf(plant.id('Total'))]).toBe(101)
  })

  test('of a variable that was removed are not kept, nor taken again out of records', async () => {
    const { live } = server.platform
    const changing = await liveSite(server, 'Changing')
    const { equipmentId, version } = changing
    const gone = changing.id('Level')
    const columns = [{ signalId: gone }, { signalId: changing.id('Total') }]
    const period = { every: 1, unit: 'minute' } as const
    const report = { name: 'Minutes', type: 'normal', mode: 'periodic', period, columns } as never
    const saved = await server.admin.call(saveReport, { equipmentId, version, report })
    const [ofGone, ofTotal] = saved.config.reports[0]!.columns.map(({ id }) => id)
    const value = (id: number) => live.get(equipmentId, id)?.value
    await changing.box.live({ [gone]: 5, [changing.id('Total')]: 6 })
    await eventually(() => expect(value(gone)).toBe(5))
    await server.admin.call(saveSignals, { equipmentId, version: saved.version, save: [], remove: [gone] })
    expect(value(gone)).toBeUndefined()
    expect(value(changing.id('Total'))).toBe(6)
    clock.at += 1000
    await changing.box.record({ [ofGone!]: 7, [ofTotal!]: 8 })
    await eventually(() => expect(value(changing.id('Total'))).toBe(8))
    expect(value(gone)).toBeUndefined()
    await changing.box[Symbol.asyncDispose]()
  })
})
