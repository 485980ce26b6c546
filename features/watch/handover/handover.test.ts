import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addHandover, queryHandover } from './contract.ts'

const clock = { at: Date.UTC(2026, 10, 21, 8) }
let server: TestServer
let colleague: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  colleague = await person(server, 'colleague', { auths: ['alarm:acknowledge'], dataRange: 'all' })
})
afterAll(() => server.stop())

test('handover notes are listed newest first, within the company', async () => {
  await colleague.call(addHandover, { text: 'Rake runs by hand' })
  clock.at += 1000
  const { id } = await server.admin.call(addHandover, { text: 'Rake repaired' })
  const { total, rows } = await colleague.call(queryHandover, { pageSize: 1 })
  expect(total).toBe(2)
  expect(rows).toEqual([{ id, at: clock.at, accountName: 'admin', text: 'Rake repaired' }])
  expect(await (await server.otherCompany()).call(queryHandover, {})).toEqual({ total: 0, rows: [] })
})
