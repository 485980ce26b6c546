// Which alarms of a rule are notified, over sequences of events.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlarmId, AlarmRuleId, EquipmentId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { acknowledgeAlarms, shelveAlarms, takeOutOfService, unshelveAlarms } from '../alarm/contract.ts'
import { notifyRaised } from './notify.ts'

const clock = { at: Date.UTC(2026, 10, 21, 8) }
const minute = 60_000
let server: TestServer
let equipmentId: EquipmentId
let ruleId: AlarmRuleId
let admin: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  equipmentId = await device(server.admin, 'Intake')
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock.at += 24 * 60 * minute
  admin = await server.as('admin', adminPassword)
  const steps = [{ afterMin: 30, roleIds: [], methods: ['push'] }] as never
  ruleId = await alarmRule(server.platform.db, { equipmentId, name: 'Well level', methods: ['push'], steps })
})

type Act =
  | 'raise'
  | 'clear'
  | 'shelve 5'
  | 'out of service'
  | 'unshelve'
  | 'wait 1'
  | 'wait 6'
  | 'wait 11'
  | `ack ${number}`

async function raise(): Promise<AlarmId> {
  const { db } = server.platform
  await clear()
  const id = await alarm(db, { ruleId, raisedAt: clock.at })
  const row = await db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = { ...row, kind: 'raised', at: row.raisedAt } as const
  const tell = await db.transaction().execute((tx) => notifyRaised(server.platform, [change], tx))
  tell()
  return id
}

async function clear(): Promise<void> {
  const active = server.platform.db.updateTable('alarm').set({ clearedAt: clock.at }).where('clearedAt', 'is', null)
  await active.where('ruleId', '=', ruleId).execute()
}

async function run(acts: readonly Act[]): Promise<AlarmId[]> {
  const ids: AlarmId[] = []
  const newest = () => ({ alarmIds: [ids.at(-1)!] })
  for (const act of acts) {
    clock.at += 1000
    const [verb, number] = act.split(' ')
    if (verb === 'raise') ids.push(await raise())
    else if (verb === 'clear') await clear()
    else if (verb === 'wait') clock.at += Number(number) * minute
    else if (verb === 'ack') await admin.call(acknowledgeAlarms, { alarmIds: [ids[Number(number) - 1]!] })
    else if (verb === 'shelve') await admin.call(shelveAlarms, { ...newest(), minutes: 5, reason: 'Repair' })
    else if (verb === 'out') await admin.call(takeOutOfService, { ...newest(), reason: 'Repair' })
    else await admin.call(unshelveAlarms, newest())
    await server.turn()
  }
  return ids
}

/** Positions of the notified alarms, in the order of the notifications. */
async function notified(ids: readonly AlarmId[]): Promise<number[]> {
  const { db } = server.platform
  const rows = await db.selectFrom('message').select('alarmId').orderBy('id').execute()
  return rows.flatMap(({ alarmId }) => (ids.includes(alarmId as AlarmId) ? [ids.indexOf(alarmId as AlarmId) + 1] : []))
}

test.each<[string, Act[], number[]]>([
  ['the first', ['raise'], [1]],
  ['none while shelved', ['raise', 'shelve 5', 'raise'], [1]],
  ['one raised while shelved and active when the shelf ends', ['raise', 'shelve 5', 'raise', 'wait 6'], [1, 2]],
  ['one that is active when somebody ends the shelf', ['raise', 'shelve 5', 'raise', 'unshelve'], [1, 2]],
  ['one that is active when its rule is back in service', ['raise', 'out of service', 'raise', 'unshelve'], [1, 2]],
  ['none that is over when the shelf ends', ['raise', 'shelve 5', 'raise', 'clear', 'wait 6'], [1]],
  ['none that was acknowledged on the shelf', ['raise', 'shelve 5', 'raise', 'ack 2', 'wait 6'], [1]],
  ['a shelved one once, though more follow', ['raise', 'shelve 5', 'raise', 'wait 6', 'wait 1', 'raise'], [1, 2]],
  ['none that is raised again within ten minutes', ['raise', 'clear', 'raise', 'wait 1', 'raise'], [1]],
  ['one that is raised again after ten minutes', ['raise', 'clear', 'wait 11', 'raise'], [1, 2]],
  ['the second when the first is acknowledged', ['raise', 'clear', 'raise', 'ack 1'], [1, 2]],
  ['no second that is over then', ['raise', 'clear', 'raise', 'clear', 'ack 1'], [1]],
  ['the third after the first was acknowledged', ['raise', 'raise', 'clear', 'ack 1', 'raise'], [1, 3]],
  ['not the third behind a second that was notified late', ['raise', 'raise', 'ack 1', 'raise'], [1, 2]],
  ['the third when all before are acknowledged', ['raise', 'raise', 'ack 2', 'raise'], [1, 3]],
  [
    'one at a time of a rule that chatters for long',
    ['raise', 'wait 6', 'raise', 'wait 6', 'raise', 'wait 6', 'raise'],
    [1],
  ],
])('is notified: %s', async (_, acts, expected) => {
  const ids = await run(acts)
  expect(await notified(ids)).toEqual(expected)
  // Only notified alarms that are unacknowledged have escalation steps.
  const { db } = server.platform
  const steps = await db.selectFrom('alarmStep').select('alarmId').orderBy('alarmId').execute()
  const own = steps.flatMap(({ alarmId }) =>
    ids.includes(alarmId as AlarmId) ? [ids.indexOf(alarmId as AlarmId) + 1] : [],
  )
  for (const place of own) expect(expected).toContain(place)
})
