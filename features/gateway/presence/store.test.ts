import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { type FakeGateway, fakeGateway } from '../../../testkit/gateway.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { registered } from '../../../testkit/site.ts'
import { presenceStore } from './store.ts'

let server: TestServer
let box: FakeGateway
let sn: string
beforeAll(async () => {
  server = await testServer()
  const gateway = await registered(server.admin)
  sn = gateway.sn
  box = fakeGateway({ port: server.mqttPort, sn, secret: gateway.secret })
})
afterAll(async () => {
  await box[Symbol.asyncDispose]()
  await server.stop()
})

const stored = () =>
  server.platform.db.selectFrom('gateway').select(['state', 'session']).where('sn', '=', sn).executeTakeFirstOrThrow()
const is = (state: string) => eventually(async () => expect((await stored()).state).toBe(state))
async function renewed(): Promise<number> {
  const { session } = await stored()
  const now = Date.now()
  return (await presenceStore(server.platform.db).renew([{ sn, session: session! }], now + 30_000, now)).length
}

test('a session that has ended is not renewed by its earlier messages', async () => {
  await box.connect()
  await is('online')
  await box.bye()
  await is('offline')
  // Simulates a job run that collected messages just before the session ended.
  expect(await renewed()).toBe(0)
  expect((await stored()).state).toBe('offline')
})

test('an expired session is online again with its next message', async () => {
  await box.connect()
  await is('online')
  await presenceStore(server.platform.db).expire(Date.now() + 3_600_000)
  expect((await stored()).state).toBe('offline')
  expect(await renewed()).toBe(1)
  expect((await stored()).state).toBe('online')
})
