// Tests alarm notifications in development mode: the platform stores the messages, and reports that nothing was sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrgId, RoleId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { alarmInfo, queryAlarms } from '../../watch/alarm/contract.ts'
import { notifyRaised } from '../../watch/alarm-notification/notify.ts'
import { queryDeliveries, tryReach } from './contract.ts'

let server: TestServer
let me: Caller
beforeAll(async () => {
  server = await testServer()
  const { db } = server.platform
  await db.updateTable('account').set({ phone: '13800138000' }).where('loginname', '=', 'admin').execute()
  me = await server.as('admin', adminPassword)
})
afterAll(() => server.stop())

test('a notification that is only stored is not reported as sent, nor its alarm as notified', async () => {
  const { db } = server.platform
  const equipmentId = await device(me, 'Intake')
  const ruleId = await alarmRule(db, { equipmentId, name: 'Well level high', methods: ['sms'] })
  const id = await alarm(db, { ruleId, raisedAt: server.platform.now(), content: 'Well at 4.82 m' })
  const row = await db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = { ...row, kind: 'raised', at: row.raisedAt } as const
  const announce = await db.transaction().execute((tx) => notifyRaised(server.platform, [change], tx))
  announce()
  await server.turn()
  const { rows } = await me.call(queryDeliveries, {})
  expect(rows.map(({ method, state, reason }) => [method, state, reason])).toEqual([['sms', 'dropped', 'development']])
  expect((await me.call(queryAlarms, {})).rows).toMatchObject([{ id, told: [] }])
})

test('a step is announced only by methods that the platform sends', async () => {
  const { db, now } = server.platform
  const equipmentId = await device(me, 'Outlet')
  const ruleId = await alarmRule(db, { equipmentId, name: 'Flow low' })
  const id = await alarm(db, { ruleId, raisedAt: now() })
  const roleIds = [RoleId.parse(1)]
  const steps = [
    { afterMin: 1, roleIds, methods: ['sms'] },
    { afterMin: 5, roleIds, methods: ['push', 'sms'] },
  ]
  const rows = steps.map((spec, position) => ({
    ...{ orgId: OrgId.parse(1), equipmentId, alarmId: id, position },
    ...{ spec: JSON.stringify(spec), dueAt: now() + spec.afterMin * 60_000 },
  }))
  await db
    .insertInto('alarmStep')
    .values(rows as never)
    .execute()
  const { next } = await me.call(alarmInfo, { alarmId: id })
  expect(next).toMatchObject({ at: rows[1]!.dueAt, methods: ['push'] })
})

test('the answer to a trial says whether the message was sent', async () => {
  expect(await me.call(tryReach, { method: 'sms' })).toEqual({ isSent: false })
})
