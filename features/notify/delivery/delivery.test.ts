// Alarm notifications by e-mail, SMS and phone: a real database, SMTP and HTTP servers on loopback, a test clock.
import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlarmRule, AlarmStep } from '../../../contract/equipment-config.ts'
import { type AccountId, type AlarmId, type AlarmRuleId, type EquipmentId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { alarm, alarmRule, type RuleRow } from '../../../testkit/alarms.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { addEquipment } from '../../device/equipment/contract.ts'
import { internalCalls } from '../../people/account/contract.ts'
import { addRole, queryRoles } from '../../people/role/contract.ts'
import { equipDetail } from '../../platform/message/contract.ts'
import { saveUserConfig } from '../../platform/user-config/contract.ts'
import { acknowledgeAlarms, alarmInfo, queryAlarms } from '../../watch/alarm/contract.ts'
import { notifyRaised } from '../../watch/alarm-notification/notify.ts'
import { queryDeliveries, queryReceivers, tryReach } from './contract.ts'
import { claim } from './send-store.ts'

const dayMs = 24 * 3600_000
const clock = { at: Date.parse('2026-11-23T12:00:00+08:00') }
const mails: { to: string; id: string; text: string }[] = []
const calls: { path: string; body: Record<string, string> }[] = []
let status = 200
/** The provider of the test answers when this promise is resolved. */
let taken = Promise.resolve()
let server: TestServer
let http: Server
let smtp: SMTPServer
let equipmentId: EquipmentId
let admin: AccountId
let me: Caller

const listening = (of: { listen: Server['listen'] }) =>
  new Promise<void>((done) => void of.listen(0, '127.0.0.1', () => done()))

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const to = envelope.rcptTo.map(({ address }) => address).join()
        mails.push({ to, id: /^message-id: (.*)$/im.exec(text)?.[1]?.trim() ?? '', text })
        done()
      })
    },
  })
  http = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part
    })
    request.on('end', () => {
      void taken.then(() => {
        if (status === 200) calls.push({ path: request.url!, body: JSON.parse(text) })
        response.writeHead(status).end()
      })
    })
  })
  await listening(smtp as unknown as Server)
  await listening(http)
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const secret = 'sixteen letters and more'
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?tls=off`,
    SMTP_FROM: 'Gatehouse <no-reply@plant.example>',
    ...{ SMS_URL: `${url}/sms`, SMS_SECRET: secret, PHONE_URL: `${url}/phone`, PHONE_SECRET: secret },
    ...{ NODE_ENV: 'production' },
  }
  server = await testServer({ now: () => clock.at }, { env })
  equipmentId = await device(server.admin, 'Intake')
  const { db } = server.platform
  const row = await db.selectFrom('account').select('id').where('loginname', '=', 'admin').executeTakeFirstOrThrow()
  admin = row.id
  await db
    .updateTable('account')
    .set({ email: 'li@plant.example', phone: '13800138000' })
    .where('id', '=', admin)
    .execute()
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((done) => smtp.close(done))
  http.close()
})
beforeEach(async () => {
  await server.platform.db.deleteFrom('alarm').execute()
  // Moves to noon of the next day, so that earlier messages do not count towards the limits.
  const noon = Date.parse('2026-11-23T12:00:00+08:00')
  clock.at = noon + Math.ceil((clock.at - noon + 1) / dayMs) * dayMs
  me = await server.as('admin', adminPassword)
  // The platform's own clock may have sent messages of the test before.
  mails.length = 0
  calls.length = 0
})
afterEach(() => {
  status = 200
})

type Of = Partial<Pick<AlarmRule, 'methods' | 'level' | 'name' | 'advice'>> & {
  steps?: Partial<AlarmStep>[]
  equipmentId?: EquipmentId
}

/** Raises an alarm and notifies as for one that a gateway reports. */
async function raise(of: Of): Promise<AlarmId> {
  return raiseOf(await alarmRule(server.platform.db, { equipmentId, name: 'Well level high', ...of } as RuleRow))
}
async function raiseOf(ruleId: AlarmRuleId): Promise<AlarmId> {
  const { db } = server.platform
  const id = await alarm(db, { ruleId, raisedAt: clock.at, content: 'Well at 4.82 m' })
  const row = await db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = { ...row, kind: 'raised', at: row.raisedAt } as const
  const tell = await db.transaction().execute((tx) => notifyRaised(server.platform, [change], tx))
  tell()
  await server.turn()
  return id
}
const after = async (ms: number) => {
  clock.at += ms
  await server.turn()
  // Runs the jobs a second time, because one job queues messages that another sends, and jobs have no order.
  await server.turn()
}
/** Notifications of the test's account; others of the company are notified too. */
const log = async (input: object = {}) => {
  const { rows } = await me.call(queryDeliveries, { pageNo: 1, pageSize: 50, ...input })
  return rows.filter(({ accountName }) => accountName === 'admin')
}
const states = async () => (await log()).map(({ method, state, reason }) => [method, state, reason])
const set = (settings: Record<string, unknown>) => me.call(saveUserConfig, { settings })

test('every channel delivers once, with its text, and the list shows it', async () => {
  const alarmId = await raise({ methods: ['push', 'email', 'sms', 'phone'], level: 'severe', advice: 'Start pump 2' })
  expect(mails).toMatchObject([{ to: 'li@plant.example', text: expect.stringContaining('Start pump 2') }])
  expect(calls.map(({ path }) => path).sort()).toEqual(['/phone', '/sms'])
  expect(calls[0]!.body).toMatchObject({ to: '13800138000', language: 'en' })
  // The recipient may be anywhere, so the text names the device's zone.
  expect(mails[0]!.text).toContain('(UTC+8)')
  expect(calls.find(({ path }) => path === '/sms')!.body.text).toContain(
    'Severe: Well level high. Intake: Well at 4.82 m',
  )
  await after(60_000)
  expect([mails.length, calls.length]).toEqual([1, 2])
  const rows = await log({ alarmId })
  expect(rows).toHaveLength(4)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['sent']))
  expect(rows[0]).toMatchObject({ alarmName: 'Well level high', equipmentName: 'Intake', tries: expect.any(Number) })
})

test('an alarm of a device in another zone than its organisation is shown in the zone of the device', async () => {
  const { id } = await me.call(addEquipment, { name: 'Berlin station', zone: 'Europe/Berlin' })
  const alarmId = await raise({ equipmentId: id, methods: ['email'] })
  expect(mails).toHaveLength(1)
  // The alarm was raised at noon in Shanghai.
  expect(mails[0]!.text).toContain('05:00:00 (UTC+1)')
  expect(mails[0]!.text).not.toContain('UTC+8')
  const { rows } = await me.call(queryAlarms, {})
  expect(rows).toMatchObject([{ id: alarmId, equipmentName: 'Berlin station', zone: 'Europe/Berlin' }])
  expect(await me.call(alarmInfo, { alarmId })).toMatchObject({ zone: 'Europe/Berlin' })
  expect(await me.call(equipDetail, { equipmentId: id })).toMatchObject({ zone: 'Europe/Berlin' })
})

test('a turn waits for messages that the platform’s own clock has started to send', async () => {
  const accepting = new EventEmitter()
  taken = once(accepting, 'accept').then(() => undefined)
  const rule = { equipmentId, name: 'Well level high', methods: ['sms'] } as RuleRow
  const begun = raiseOf(await alarmRule(server.platform.db, rule))
  await expect.poll(async () => (await log())[0]?.state).toBe('sending')
  const turning = server.turn()
  expect((await log())[0]?.state).toBe('sending')
  accepting.emit('accept')
  await turning
  expect(calls).toHaveLength(1)
  await begun
})

test('a rejected message is retried at growing intervals with the same id, then fails', async () => {
  status = 503
  await raise({ methods: ['sms'] })
  expect(await log()).toMatchObject([{ state: 'waiting', reason: 'retry', tries: 1, dueAt: clock.at + 15_000 }])
  await after(14_000)
  expect(await log()).toMatchObject([{ tries: 1 }])
  status = 200
  await after(1_000)
  expect(await states()).toEqual([['sms', 'sent', null]])
  expect(calls).toHaveLength(1)

  status = 503
  await raise({ methods: ['sms'], name: 'Other' })
  for (let tries = 0; tries < limits.deliveryTries; tries += 1) await after(900_000)
  expect((await log())[0]).toMatchObject({ state: 'failed', reason: 'notTaken', tries: limits.deliveryTries })
})

test('a message in progress when the platform was killed is sent again, with the same id', async () => {
  const id = await raise({ methods: ['email'] })
  const { db } = server.platform
  await db
    .updateTable('delivery')
    .set({ state: 'sending', endedAt: null, dueAt: clock.at + 60_000 })
    .where('alarmId', '=', id)
    .execute()
  await after(59_000)
  expect(mails).toHaveLength(1)
  await after(1_000)
  expect(mails).toHaveLength(2)
  expect(mails[0]!.id).toBe(mails[1]!.id)
})

test('a failing channel does not delay another', async () => {
  status = 503
  await raise({ methods: ['email', 'sms'] })
  expect(mails).toHaveLength(1)
})

test('steps notify only their recipients, until the alarm is acknowledged', async () => {
  await server.addAccount({ loginname: 'bystander', roleType: 'admin' })
  const steps: Partial<AlarmStep>[] = [
    { afterMin: 5, accountIds: [admin], methods: ['sms'] },
    { afterMin: 15, accountIds: [admin], methods: ['push', 'phone'] },
  ]
  const id = await raise({ methods: ['push'], steps })
  expect(calls).toEqual([])
  await after(299_000)
  expect(calls).toEqual([])
  await after(1_000)
  expect(calls.map(({ path }) => path)).toEqual(['/sms'])
  expect(await log({ alarmId: id, method: 'sms' })).toMatchObject([{ state: 'sent', alarmId: id }])
  await me.call(acknowledgeAlarms, { alarmIds: [id], comment: null })
  await after(3600_000)
  expect(calls).toHaveLength(1)
  await server.platform.db.deleteFrom('account').where('loginname', '=', 'bystander').execute()
})

test('a push message of a step alerts once more', async () => {
  const id = await raise({ methods: ['push'], steps: [{ afterMin: 1, accountIds: [admin], methods: ['push'] }] })
  const told = () =>
    server.platform.db
      .selectFrom('message')
      .select(['broadcastTimes', 'readAt'])
      .where('alarmId', '=', id)
      .where('accountId', '=', admin)
      .executeTakeFirst()
  await server.platform.db.updateTable('message').set({ readAt: clock.at }).where('alarmId', '=', id).execute()
  await after(60_000)
  expect(await told()).toMatchObject({ broadcastTimes: 2, readAt: null })
})

test('a step outside its hours waits, and so does one of a silenced rule', async () => {
  const id = await raise({
    methods: [],
    steps: [{ afterMin: 0, accountIds: [admin], methods: ['sms'], hours: { from: 14 * 60, to: 20 * 60 } }],
  })
  expect(calls).toEqual([])
  const owner = await server.as('admin', adminPassword)
  expect((await owner.call(alarmInfo, { alarmId: id })).next?.at).toBe(clock.at + 2 * 3600_000)
  const { db } = server.platform
  const { ruleId } = await db.selectFrom('alarm').select('ruleId').where('id', '=', id).executeTakeFirstOrThrow()
  const until = clock.at + 3 * 3600_000
  await db
    .insertInto('alarmShelf')
    .values({
      ruleId,
      orgId: OrgId.parse(1),
      equipmentId,
      kind: 'shelved',
      until,
      reason: 'x',
      accountId: null,
      accountName: 'x',
      at: 1,
    })
    .execute()
  await after(2 * 3600_000)
  expect(calls).toEqual([])
  await after(3600_000 + 1)
  expect(calls.map(({ path }) => path)).toEqual(['/sms'])
})

test('notifications respect the hours and channels of the account', async () => {
  const noon = (clock.at + 8 * 3600_000) % (24 * 3600_000)
  expect(noon).toBe(12 * 3600_000)
  await set({
    alarmHours: { days: [1, 2, 3, 4, 5, 6, 7], from: 14 * 60, to: 20 * 60, isSevereHeld: false },
    alarmByEmail: 'never',
  })
  await raise({ methods: ['sms', 'email'], level: 'normal' })
  expect(await states()).toEqual(
    expect.arrayContaining([
      ['sms', 'waiting', 'hours'],
      ['email', 'dropped', 'unwanted'],
    ]),
  )
  expect((await log({ method: 'sms' }))[0]).toMatchObject({ dueAt: clock.at + 2 * 3600_000, tries: 0 })
  await after(2 * 3600_000)
  expect(calls).toHaveLength(1)
  await set({ alarmHours: null, alarmByEmail: 'normal' })
})

test('notifications of an account are limited per hour', async () => {
  for (let told = 0; told <= limits.deliveriesPerHour.phone; told += 1)
    await raise({ methods: ['phone'], name: `Rule ${told}` })
  expect(calls).toHaveLength(limits.deliveriesPerHour.phone)
  expect((await log())[0]).toMatchObject({ state: 'dropped', reason: 'tooMany' })
})

test('possible recipients are listed with their channels', async () => {
  const { accounts, channels } = await me.call(queryReceivers, { equipmentId })
  expect(accounts.find(({ id }) => id === admin)).toMatchObject({ hasEmail: true, hasPhone: true })
  expect(channels).toEqual(['email', 'sms', 'phone'])
  await me.call(addRole, { name: 'Shift', roleType: 'internal', dataRange: 'all', auths: ['alarm:acknowledge'] })
  const { roles } = await me.call(queryRoles, {})
  const roleId = roles.find(({ name }) => name === 'Shift')!.id
  const { id } = await me.call(internalCalls.add, { loginname: 'duty_one', name: 'Duty', roleId })
  const after = await me.call(queryReceivers, { equipmentId })
  expect(after.accounts.find((each) => each.id === id)).toMatchObject({ name: 'Duty', roleId, hasPhone: false })
  expect(after.roles).toContainEqual({ id: roleId, name: 'Shift' })
})

test('a trial message arrives, is limited per hour, and reports a missing address', async () => {
  expect(await me.call(tryReach, { method: 'email' })).toEqual({ isSent: true })
  expect(mails).toMatchObject([{ to: 'li@plant.example' }])
  for (let tries = 0; tries < 4; tries += 1) await me.call(tryReach, { method: 'email' })
  expect((await me.ask(tryReach, { method: 'email' })).code).toBe(90003)
  await server.addAccount({ loginname: 'nowhere', roleType: 'admin' })
  const nowhere = await server.as('nowhere', 'Waterworks1')
  expect((await nowhere.ask(tryReach, { method: 'sms' })).data).toMatchObject({ field: 'method' })
})

test('another company sees no deliveries and no recipients', async () => {
  await raise({ methods: ['sms'] })
  const other = await server.otherCompany()
  expect(await other.call(queryDeliveries, { pageNo: 1, pageSize: 20 })).toEqual({ total: 0, rows: [] })
  expect((await other.ask(queryReceivers, { equipmentId })).code).toBe(1101)
})

const acknowledge = (id: AlarmId) => me.call(acknowledgeAlarms, { alarmIds: [id], comment: null })

test('a message about several alarms is retried until all of them are acknowledged', async () => {
  status = 503
  const id = await raise({ methods: ['sms'] })
  const { db } = server.platform
  await db.updateTable('delivery').set({ others: 3 }).where('alarmId', '=', id).execute()
  const rule = await alarmRule(db, { equipmentId, name: 'Pump off' })
  const other = await alarm(db, { ruleId: rule, raisedAt: clock.at })
  await acknowledge(id)
  await after(15_000)
  expect(await log({ alarmId: id })).toMatchObject([{ state: 'waiting', reason: 'retry', tries: 2 }])
  await acknowledge(other)
  status = 200
  await after(30_000)
  expect(await log({ alarmId: id })).toMatchObject([{ state: 'dropped', reason: 'acknowledged' }])
})

test('an alarm raised while its rule was silenced sends nothing, and does not suppress a later one', async () => {
  const { db } = server.platform
  const ruleId = await alarmRule(db, { equipmentId, name: 'Silenced', methods: ['sms'] })
  const shelf = { kind: 'shelved', until: clock.at + 60_000, reason: 'x', accountId: null, accountName: 'x' } as const
  await db
    .insertInto('alarmShelf')
    .values({ ruleId, orgId: OrgId.parse(1), equipmentId, at: 1, ...shelf })
    .execute()
  const silenced = await raiseOf(ruleId)
  await db.updateTable('alarm').set({ clearedAt: clock.at }).where('id', '=', silenced).execute()
  clock.at += 120_000
  const id = await raiseOf(ruleId)
  expect(await log()).toMatchObject([{ alarmId: id, state: 'sent' }])
  clock.at += 120_000
  await raiseOf(ruleId)
  expect(await log()).toHaveLength(1)
})

test('a flood of one company does not delay another', async () => {
  const { db } = server.platform
  const id = await raise({ methods: [] })
  const other = await server.otherCompany()
  const their = await device(other, 'Their intake')
  const { orgId } = await db.selectFrom('equipment').select('orgId').where('id', '=', their).executeTakeFirstOrThrow()
  const ruleId = await alarmRule(db, { equipmentId: their, orgId })
  const theirAlarm = await alarm(db, { ruleId, raisedAt: clock.at })
  const of = { accountId: null, accountName: 'x', method: 'phone', level: 'normal', language: 'en' } as const
  const words = { title: 'x', titleEn: 'x', note: 'x', noteEn: 'x', state: 'waiting', createdAt: clock.at } as const
  const flood = { ...of, ...words, orgId: OrgId.parse(1), equipmentId, alarmId: id, dueAt: clock.at - 1000 }
  // Claims the rows in one transaction, before the platform's own jobs can.
  const claimed = await db.transaction().execute(async (tx) => {
    const theirs = { ...flood, orgId, equipmentId: their, alarmId: theirAlarm, dueAt: clock.at }
    const rows = [...Array.from({ length: 40 }, () => flood), theirs]
    await tx.insertInto('delivery').values(rows).execute()
    return claim(tx, 'phone', clock.at, limits.messagesAtOnce)
  })
  expect(claimed).toHaveLength(limits.messagesAtOnce)
  expect(claimed.map((each) => each.orgId)).toContain(orgId)
})
