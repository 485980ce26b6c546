// Facts about deliveries at the time of sending, over a real database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrgId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { loadKnown } from './send-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('an alarm whose rule is no longer silenced keeps a message about several alarms', async () => {
  const { db } = server.platform
  const [orgId, equipmentId] = [OrgId.parse(1), await device(server.admin, 'Intake')]
  const alarmId = await alarm(db, {
    ruleId: await alarmRule(db, { equipmentId, name: 'Well level high' }),
    ...{ raisedAt: 1000, acknowledgedAt: 1500 },
  })
  const ruleId = await alarmRule(db, { equipmentId, name: 'Pump off' })
  await alarm(db, { ruleId, raisedAt: 1000 })
  const { id } = await db
    .insertInto('delivery')
    .values({
      ...{ orgId, equipmentId, alarmId, accountId: null, accountName: 'Li', method: 'sms', level: 'important' },
      ...{ title: '', titleEn: '', note: '', noteEn: '', language: 'en', others: 1 },
      ...{ state: 'sending', reason: null, dueAt: 1000, createdAt: 1000, endedAt: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shelf = { kind: 'shelved', until: 2000, reason: 'x', accountId: null, accountName: 'x', at: 1 } as const
  await db
    .insertInto('alarmShelf')
    .values({ ruleId, orgId, equipmentId, ...shelf })
    .execute()
  const isAcknowledged = async (now: number) => (await loadKnown(db, [id], now)).get(id)?.isAcknowledged
  expect(await isAcknowledged(1999)).toBe(true)
  // The row remains after the lease has ended, until a job deletes it.
  expect(await isAcknowledged(2000)).toBe(false)
})
