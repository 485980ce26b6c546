// Last values of devices in the database: across restarts, in spite of faults, and without deleted variables.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { saveReport } from '../report/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { queryLiveSignals } from './contract.ts'
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

const reading = (name: string) => server.platform.live.get(plant.equipmentId, plant.id(name))
const says = (name: string, value: unknown) => eventually(() => expect(reading(name)?.value).toBe(value))
/** The stored value of a variable. */
async function savedOf(name: string) {
  const [saved] = await loadLastValues(server.platform.db, [plant.equipmentId])
  const place = saved?.ids.indexOf(plant.id(name)) ?? -1
  return saved && { value: saved.values[place], at: saved.times[place] }
}

describe('values', () => {
  test('any text is stored, also beside invalid times', async () => {
    const name = plant.id('Name')
    for (const text of ['a\u0000b', '\ud83d', '\\u0000', '"\\']) {
      clock.at += 1000
      await plant.box.live({ [name]: text, [plant.id('Level')]: 7 })
    }
    await says('Name', '"\\')
    await plant.box.live({ [plant.id('Pump')]: true }, { times: [-9e15] })
    await server.turn()
    expect(await savedOf('Name')).toEqual({ value: '"\\', at: clock.at })
    expect(await savedOf('Level')).toMatchObject({ value: 7 })
  })

  test('stored before a restart of the platform are shown, unless newer ones have arrived', async () => {
    await server.turn()
    server.platform.live.forget(plant.equipmentId)
    clock.at += 1000
    await plant.box.live({ [plant.id('Total')]: 99 })
    await says('Total', 99)
    const rows = await server.admin.call(queryLiveSignals, { equipmentId: plant.equipmentId })
    expect(rows.find(({ name }) => name === 'Total')).toMatchObject({ value: 99 })
    expect(rows.find(({ name }) => name === 'Level')).toMatchObject({ value: 7, code: 200 })
  })

  test('stored before a restart are kept when newer ones are stored', async () => {
    await server.turn()
    server.platform.live.forget(plant.equipmentId)
    clock.at += 1000
    await plant.box.live({ [plant.id('Total')]: 100 })
    await says('Total', 100)
    await server.turn()
    expect(await savedOf('Level')).toMatchObject({ value: 7 })
    expect(await savedOf('Total')).toMatchObject({ value: 100 })
  })

  test('of one company that cannot be stored do not prevent storing those of others', async () => {
    const { live } = server.platform
    live.forget(plant.equipmentId)
    const beyondTheDatabase = 3_000_000_000 as EquipmentId
    const strange = { orgId: 1_000_000, equipmentId: beyondTheDatabase, sn: 'X', receivedAt: clock.at }
    live.take({ kind: 'live', ...strange, ids: [1], values: [1], times: [clock.at], codes: [200] })
    clock.at += 1000
    await plant.box.live({ [plant.id('Total')]: 101 })
    await says('Total', 101)
    await expect(server.turn()).rejects.toThrow()
    live.forget(beyondTheDatabase)
    expect(await savedOf('Total')).toMatchObject({ value: 101 })
  })

  test('are removed with their variable, and not restored from records', async () => {
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
