// Warranties over HTTP, on a real database; the test controls the clock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { deleteMessages, queryMessages } from '../../platform/message/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryMonitored } from '../../project/monitor/contract.ts'
import { addEquipment, editEquipment, queryEquipments } from '../equipment/contract.ts'
import { saveWarrantySettings, warrantySettings } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1, 4) }
const dayMs = 24 * 3_600_000
let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  admin = server.admin
  await server.platform.db.updateTable('organisation').set({ zone: 'UTC' }).execute()
  const add = (name: string, warrantyUntil: string | null) => admin.call(addEquipment, { name, warrantyUntil })
  await add('Ended long ago', '2025-01-01')
  await add('Ended', '2026-02-27')
  await add('Soon', '2026-03-11')
  await add('Valid', '2027-01-01')
  await add('None', null)
})
afterAll(() => server.stop())

const told = async (who?: Caller) =>
  (await (who ?? admin).call(queryMessages, { type: 'expire', pageSize: 100 })).rows.map(({ note }) => note).sort()

test('lists show the state and can be filtered by it', async () => {
  const names = async (warranty: 'soon' | 'ended' | 'valid' | 'none') => [
    (await admin.call(queryEquipments, { warranty })).rows.map(({ name }) => name).sort(),
    (await admin.call(queryMonitored, { warranty })).rows.map(({ name }) => name).sort(),
  ]
  expect(await names('soon')).toEqual([['Soon'], ['Soon']])
  expect(await names('ended')).toEqual([
    ['Ended', 'Ended long ago'],
    ['Ended', 'Ended long ago'],
  ])
  expect(await names('valid')).toEqual([['Valid'], ['Valid']])
  expect(await names('none')).toEqual([['None'], ['None']])
  const { rows } = await admin.call(queryEquipments, { keyword: 'Soon' })
  expect(rows).toMatchObject([{ warranty: 'soon', warrantyUntil: '2026-03-11' }])
})

test('users who manage a device are notified once before the end and once after it, in both languages', async () => {
  const viewer = await person(server, 'viewer', { auths: ['monitor:view'], dataRange: 'all' })
  await server.turn()
  await server.turn()
  const soon = 'The warranty of “Soon” ends on 2026-03-11, in 10 days.'
  const ended = 'The warranty of “Ended” ended on 2026-02-27.'
  expect(await told()).toEqual([ended, soon])
  expect(await told(viewer)).toEqual([])
  const { data } = await admin.ask(queryMessages, { type: 'expire' }, 'zh-cn')
  expect(data?.rows.map(({ title }) => title).sort()).toEqual(['设备质保即将到期', '设备质保已到期'])
  // The message is not created again after it was deleted.
  const ids = (await admin.call(queryMessages, { type: 'expire' })).rows.map(({ id }) => id)
  await admin.call(deleteMessages, { ids })
  await server.turn()
  expect(await told()).toEqual([])
  clock.at += 11 * dayMs
  admin = await server.as('admin', adminPassword)
  await server.turn()
  expect(await told()).toEqual(['The warranty of “Soon” ended on 2026-03-11.'])
})

test('a new date is notified again; the days of notice are a setting of the organisation', async () => {
  const { rows } = await admin.call(queryEquipments, { keyword: 'Valid' })
  await admin.call(editEquipment, { id: rows[0]!.id, name: 'Valid', warrantyUntil: '2026-06-01' })
  await server.turn()
  expect(await told()).toHaveLength(1)
  expect(await admin.call(warrantySettings, {})).toEqual({ days: 30 })
  await admin.call(saveWarrantySettings, { days: 90 })
  expect((await admin.call(queryOperations, {})).rows[0]).toMatchObject({
    ...{ act: 'setWarrantyNotice', before: { warrantyNoticeDays: 30 }, after: { warrantyNoticeDays: 90 } },
  })
  await server.turn()
  expect(await told()).toContain('The warranty of “Valid” ends on 2026-06-01, in 81 days.')
})

test('settings of an organisation do not affect others, and 366 days are rejected', async () => {
  const other = await server.otherCompany()
  expect(await other.call(warrantySettings, {})).toEqual({ days: 30 })
  expect((await admin.ask(saveWarrantySettings, { days: 366 })).code).toBe(10_001)
})
