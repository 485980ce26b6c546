// Work that an account has started stops when its rights end: commands, logins, exports, requests in progress.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { commandCallback, writeValue } from '../../features/device/command/contract.ts'
import { login } from '../../features/people/login/contract.ts'
import { queryOperations } from '../../features/platform/operation-log/contract.ts'
import { exportHistory, exportProgress } from '../../features/watch/history-export/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { seriesOf } from '../../testkit/history-reader.ts'
import { holdLock } from '../../testkit/hold-lock.ts'
import { replaceMethods } from '../../testkit/replace-methods.ts'
import { addReport } from '../../testkit/reports.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../testkit/server.ts'
import { liveSite, type Site } from '../../testkit/site.ts'

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

let count = 0
let loginname: string
let person: Caller
beforeEach(async () => {
  count += 1
  loginname = `person-${count}`
  await server.addAccount({ loginname, roleType: 'admin' })
  person = await server.as(loginname, adminPassword)
  plant.box.answer = (command) => (command.kind === 'write' ? { value: command.value } : {})
  plant.box.commands.length = 0
  // A previous test moved the clock.
  await plant.box.hello()
})

const order = (value = 5) => ({ equipmentId: plant.equipmentId, signalId: plant.id('Setpoint'), value })
const change = (to: object) =>
  server.platform.db.updateTable('account').set(to).where('loginname', '=', loginname).execute()
const outcomeOf = (uuid: string) => server.admin.call(commandCallback, { uuid })
const lastOperation = async () => (await server.admin.call(queryOperations, { act: 'write' })).rows[0]
const received = (commands: number) => eventually(() => expect(plant.box.commands).toHaveLength(commands))
const changes = [
  ['disabled', { disabled: true }, { disabled: false }],
  ['given another role', { roleType: 'internal' }, { roleType: 'admin' }],
  ['given another password', { passwordHash: 'another' }, {}],
] as const

describe('pending commands', () => {
  test.each(changes)('are cancelled within 5 s if the account is %s, and stay cancelled', async (_, to, back) => {
    plant.box.answer = () => undefined
    const { uuid } = await person.call(writeValue, order())
    const { uuid: others } = await server.admin.call(writeValue, order(6))
    await received(2)
    const changedAt = clock.at
    await change(to)
    if (Object.keys(back).length > 0) await change(back)
    clock.at += 2_000
    await server.turn()
    const outcome = await outcomeOf(uuid)
    expect(outcome).toMatchObject({ status: 'cancelled', code: 1302 })
    expect(outcome.finishedAt! - changedAt).toBeLessThanOrEqual(5_000)
    expect(outcome.msg).toContain('account')
    expect((await outcomeOf(others)).status).toBe('waiting')
    const line = (await server.admin.call(queryOperations, { act: 'write' })).rows.find(
      (row) => row.loginname === loginname,
    )
    expect(line).toMatchObject({ result: 'cancelled', code: 1302 })
    clock.at += limits.commandTtlMs + 10_000
    await server.turn()
    expect((await outcomeOf(uuid)).status).toBe('cancelled')
  })

  test('are reported with their real outcome if the gateway carried them out after all', async () => {
    plant.box.answer = () => undefined
    const { uuid } = await person.call(writeValue, order())
    await received(1)
    await change({ disabled: true })
    await server.turn()
    expect((await outcomeOf(uuid)).status).toBe('cancelled')
    await plant.box.say('result', { uuid, status: 'success', code: 200, value: 5, at: clock.at })
    await eventually(async () => expect(await outcomeOf(uuid)).toMatchObject({ status: 'success', value: 5 }))
    expect(await lastOperation()).toMatchObject({ loginname, result: 'success', code: 200 })
  })

  test('are never sent if they are still within the platform', async () => {
    await using log = await holdLock(server.database, 'lock table operation_log in exclusive mode')
    const answer = person.ask(writeValue, order())
    // The command is in the journal, and its log entry is being written.
    await log.someoneWaits()
    await change({ disabled: true })
    await change({ disabled: false })
    await log.commit()
    expect((await answer).code).toBe(1006)
    await server.turn()
    const { uuid } = await server.admin.call(writeValue, order(7))
    await eventually(async () => expect((await outcomeOf(uuid)).status).toBe('success'))
    expect(plant.box.commands).toMatchObject([{ value: 7 }])
    const { rows } = await server.admin.call(queryOperations, { act: 'write' })
    expect(rows.find((row) => row.loginname === loginname)).toMatchObject({ result: 'cancelled', code: 1302 })
  })

  test('are never sent if requested before the change and written after it', async () => {
    await using account = await holdLock(server.database, 'update account set disabled = true where loginname = $1', [
      loginname,
    ])
    const answer = person.ask(writeValue, order())
    await Promise.race([account.someoneWaits(), answer])
    await account.commit()
    expect((await answer).code).toBe(1006)
    const { uuid } = await server.admin.call(writeValue, order(8))
    await eventually(async () => expect((await outcomeOf(uuid)).status).toBe('success'))
    expect(plant.box.commands).toMatchObject([{ value: 8 }])
    expect((await lastOperation())?.loginname).toBe('admin')
  })

  test('continue after a logout', async () => {
    plant.box.answer = () => undefined
    const { uuid } = await person.call(writeValue, order())
    await received(1)
    await person.raw('/lfscada/user/logout', { method: 'POST' })
    await server.turn()
    expect((await outcomeOf(uuid)).status).toBe('waiting')
  })
})

describe('a login under way', () => {
  test.each(changes)('opens no session if the account is %s meanwhile', async (_, to) => {
    const [[column, value]] = Object.entries(to) as [[string, string | boolean]]
    const names: Record<string, string> = { disabled: 'disabled', roleType: 'role_type', passwordHash: 'password_hash' }
    const statement = `update account set ${names[column]} = $1 where loginname = $2`
    await using account = await holdLock(server.database, statement, [value, loginname])
    const answer = server.nobody.ask(login, { loginname, password: adminPassword })
    await Promise.race([account.someoneWaits(), answer])
    await account.commit()
    expect((await answer).code).not.toBe(200)
    const sessions = await server.platform.db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.accountId')
      .select('session.tokenHash')
      .where('account.loginname', '=', loginname)
      .execute()
    expect(sessions).toEqual([])
  })
})

const exportOf = (reportId: number, who: Caller, exportId: string) =>
  who
    .raw(exportHistory.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ equipmentId: plant.equipmentId, from: 0, to: 1000, reportId, exportId }),
    })
    .then((response) => response.text())
    .then(
      () => 'whole',
      () => 'cut off',
    )

test('running and waiting exports are aborted', async () => {
  const { reportId } = await addReport(server.admin, plant.equipmentId, { columns: ['Level'] })
  const { history } = server.platform
  let end = () => undefined as unknown
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  // An export that has sent its first part and has more to send.
  async function* scan() {
    yield { data: { span: { from: 0, to: 500 }, columns: [seriesOf([[1, 1]])] }, damaged: [] }
    await over
  }
  const restore = replaceMethods(history, { count: async () => [], scan })
  try {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    const stateOf = async (exportId: string, who = person) => (await who.ask(exportProgress, { exportId })).data?.state
    const mine = exportOf(reportId, person, first)
    await eventually(async () => expect(await stateOf(first)).toBe('running'))
    const other = exportOf(reportId, server.admin, second)
    await eventually(async () => expect(await stateOf(second, server.admin)).toBe('running'))
    const waiting = exportOf(reportId, person, third)
    await eventually(async () => expect(await stateOf(third)).toBe('waiting'))
    await change({ disabled: true })
    expect(await Promise.all([mine, waiting])).toEqual(['cut off', 'cut off'])
    expect(limits.streamLookMs).toBeLessThan(5_000)
    expect(await stateOf(second, server.admin)).toBe('running')
    end()
    expect(await other).toBe('whole')
  } finally {
    end()
    restore()
  }
})

test('a request whose body is still arriving is aborted, and has no effect', async () => {
  const body = JSON.stringify(order(9))
  const { hostname, port } = new URL(server.url)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    cookie: person.cookie,
  }
  const asking = request({ hostname, port, path: writeValue.path, method: 'POST', headers })
  const ended = new Promise<string>((resolve) => {
    asking.on('error', () => resolve('cut off'))
    asking.on('response', (response) => resolve(`answered ${response.statusCode}`))
  })
  // Admission updates the time when the session was last seen, which shows the test that the request has passed it.
  await server.platform.db
    .updateTable('session')
    .set({ seenAt: clock.at - 120_000 })
    .execute()
  asking.write(body.slice(0, 5))
  const seen = () => server.platform.db.selectFrom('session').select('seenAt').where('seenAt', '=', clock.at).execute()
  await eventually(async () => expect(await seen()).toHaveLength(1))
  await change({ disabled: true })
  expect(await ended).toBe('cut off')
  expect(plant.box.commands).toEqual([])
})
