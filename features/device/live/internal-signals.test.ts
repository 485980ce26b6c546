// Internal variables in the search, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { searchSignals } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const found = async (keyword: string, who = server.admin) =>
  (await who.call(searchSignals, { keyword })).rows.map(({ title, equipmentName }) => `${equipmentName}: ${title}`)

test('internal variables are found only by accounts that may edit devices', async () => {
  const id = await device(server.admin, 'Dosing')
  await configure(server.admin, id, [
    { name: 'Stroke', title: 'Stroke length', address: '40001', dataType: 'uint16' },
    { name: 'StrokeRaw', title: 'Stroke raw', address: '40002', dataType: 'uint16', internal: true },
  ])
  const operator = await person(server, 'finder', { auths: ['monitor:view'], dataRange: 'all' })
  expect((await found('stroke')).sort()).toEqual(['Dosing: Stroke length', 'Dosing: Stroke raw'])
  expect(await found('stroke', operator)).toEqual(['Dosing: Stroke length'])
  expect((await operator.call(searchSignals, { keyword: 'stroke' })).total).toBe(1)
})
