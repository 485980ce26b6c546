// API keys over HTTP: calls they may make, calls they may never make, and events that end them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rooms } from '../../../apps/server/rooms.ts'
import type { Endpoint, Envelope } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { inputSchema, sample } from '../../../testkit/sample.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { watch } from '../../../testkit/watch.ts'
import { commandCallback, writeValue } from '../../device/command/contract.ts'
import { editEquipment } from '../../device/equipment/contract.ts'
import { monitorToken, queryLiveSignals } from '../../device/live/contract.ts'
import { placedPermissions } from '../../frame/permissions.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { login, logout, userInfo } from '../login/contract.ts'
import { endOtherSessions, querySessions } from '../session/contract.ts'
import { addApiKey, endApiKey, queryApiKeys } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let plant: Site
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000, callsPerMinute: 100_000 })
  plant = await liveSite(server, 'Pump station')
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})

let names = 0
let name = ''
let person: Caller
beforeEach(async () => {
  names += 1
  name = `person${names}`
  await server.addAccount({ loginname: name, roleType: 'admin' })
  person = await server.as(name, adminPassword)
})

const all = placedPermissions.map(({ key }) => key)
const made = (auths: readonly Permission[] = ['monitor:view'], more: object = {}) =>
  person.call(addApiKey, { name: `Bridge ${Math.random()}`, auths: [...auths], ...more })

type Answer = Envelope<unknown>
async function ask(
  key: string,
  endpoint: Endpoint,
  input: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const query = endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const response = await server.nobody.raw(endpoint.path + query, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', cookie: '', ...headers },
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  })
  return (await response.json()) as Answer
}
const codeOf = async (...of: Parameters<typeof ask>) => (await ask(...of)).code
const change = (to: object) => server.platform.db.updateTable('account').set(to).where('loginname', '=', name).execute()

describe('a key', () => {
  test('is returned once, and only its hash is stored', async () => {
    const { key, id } = await made()
    expect(key).toMatch(/^ghk_[\w-]{43}$/)
    const [row] = await person.call(queryApiKeys, {})
    expect(row).toMatchObject({ id, hint: key.slice(0, 8), auths: ['monitor:view'], expiresAt: null, usedAt: null })
    expect(JSON.stringify(row)).not.toContain(key.slice(8))
    const stored = await server.platform.db.selectFrom('apiKey').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(key.slice(8))
    const lines = (await server.admin.call(queryOperations, { act: 'apiKeyAdded' })).rows
    expect(lines[0]).toMatchObject({ loginname: name, after: { auths: ['monitor:view'] } })
    expect(JSON.stringify(lines)).not.toContain(key.slice(8))
  })

  test('is named in the log of its calls, writes and changes alike', async () => {
    const { key } = await person.call(addApiKey, {
      name: `SCADA bridge ${names}`,
      auths: ['signal:write', 'equipment:edit'],
    })
    const { equipmentId } = plant
    await ask(key, editEquipment, { id: equipmentId, name: 'Pump station', remark: `by ${names}` })
    await ask(key, writeValue, { equipmentId, signalId: plant.id('Setpoint'), value: 2 })
    await person.call(editEquipment, { id: equipmentId, name: 'Pump station', remark: 'by hand' })
    const { rows } = await server.admin.call(queryOperations, { account: name })
    const told = rows
      .filter(({ act }) => act === 'edit' || act === 'write')
      .map(({ act, after }) => [act, (after as { apiKey?: string }).apiKey])
    const bridge = `SCADA bridge ${names}`
    expect(told).toEqual([
      ['edit', undefined],
      ['write', bridge],
      ['edit', bridge],
    ])
  })

  test('uses its own permissions only, not all of its account', async () => {
    const { key } = await made()
    expect(await ask(key, userInfo, {})).toMatchObject({ code: 200, data: { loginname: name } })
    expect(await codeOf(key, queryLiveSignals, { equipmentId: plant.equipmentId })).toBe(200)
    expect(await codeOf(key, queryOperations, {})).toBe(90002)
    expect(
      await codeOf(key, writeValue, { equipmentId: plant.equipmentId, signalId: plant.id('Setpoint'), value: 5 }),
    ).toBe(90007)
  })

  test('writes, and follows the command', async () => {
    plant.box.answer = (command) => (command.kind === 'write' ? { value: command.value } : {})
    await plant.box.hello()
    const { key } = await made(['signal:write'])
    const order = { equipmentId: plant.equipmentId, signalId: plant.id('Setpoint'), value: 5 }
    const { data } = await ask(key, writeValue, order)
    const { uuid } = data as { uuid: string }
    await eventually(async () =>
      expect(await ask(key, commandCallback, { uuid })).toMatchObject({ data: { status: 'success' } }),
    )
  })

  test('opens a socket, which closes when the key is ended', async () => {
    const { key, id } = await made()
    const { data: token } = await ask(key, monitorToken, { equipmentId: plant.equipmentId })
    const socket = await watch(server.url, token as string)
    await eventually(() => expect(server.cloud.hub.counts().sockets).toBe(1))
    await person.call(endApiKey, { id })
    expect(await codeOf(key, userInfo, {})).toBe(1021)
    await eventually(() => expect(socket.closed).toBe(4401))
    expect((await server.admin.call(queryOperations, { act: 'apiKeyEnded' })).rows[0]).toMatchObject({
      loginname: name,
    })
  })

  test('works from any origin, unlike a cookie', async () => {
    const { key } = await made()
    const elsewhere = { origin: 'https://scada.example' }
    expect(await codeOf(key, queryLiveSignals, { equipmentId: plant.equipmentId }, elsewhere)).toBe(200)
    const headers = { ...elsewhere, 'content-type': 'application/json' }
    const response = await person.raw(querySessions.path, { method: 'POST', body: '{}', headers })
    expect(((await response.json()) as Answer).code).toBe(90004)
  })

  test('is not valid as a cookie, nor the token of a session as a key', async () => {
    const { key } = await made()
    await ask(key, userInfo, {})
    const [cookieName, token] = person.cookie.split('=')
    const byCookie = await server.nobody.raw(userInfo.path, { headers: { cookie: `${cookieName}=${key}` } })
    expect(((await byCookie.json()) as Answer).code).toBe(1006)
    expect(await codeOf(token!, userInfo, {})).toBe(1021)
    expect(await codeOf('made-up', userInfo, {})).toBe(1021)
    expect(await codeOf('', userInfo, {}, { authorization: 'Bearer', cookie: person.cookie })).toBe(200)
  })

  test('neither signs in nor out', async () => {
    const { key } = await made()
    expect(await codeOf(key, logout, {})).toBe(200)
    expect(await codeOf(key, login, { loginname: name, password: adminPassword })).toBe(200)
    expect(await codeOf(key, userInfo, {})).toBe(200)
  })
})

describe('rights', () => {
  test('must be held by the account', async () => {
    await server.addAccount({ loginname: `guard${names}`, roleType: 'internal' })
    const guard = await server.as(`guard${names}`, adminPassword)
    expect(await guard.ask(addApiKey, { name: 'Bridge', auths: ['signal:write'] })).toMatchObject({
      code: 1125,
      data: { field: 'auths' },
    })
    expect((await guard.ask(addApiKey, { name: 'Bridge', auths: ['monitor:view'] })).code).toBe(200)
  })

  test('lost by the account are lost by the key immediately', async () => {
    const { db } = server.platform
    const { orgId } = await db
      .selectFrom('account')
      .select('orgId')
      .where('loginname', '=', name)
      .executeTakeFirstOrThrow()
    const role = { orgId, roleType: 'internal', name, auths: ['log:view'], dataRange: 'all', createdAt: 1 } as const
    const { id: roleId } = await db
      .insertInto('role')
      .values({ ...role, auths: ['log:view', 'monitor:view'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    await change({ roleType: 'internal', roleId })
    person = await server.as(name, adminPassword)
    const { key } = await made(['log:view', 'monitor:view'])
    expect(await codeOf(key, queryOperations, {})).toBe(200)
    await db
      .updateTable('role')
      .set({ auths: ['monitor:view', 'history:view'] })
      .where('id', '=', roleId)
      .execute()
    expect(await codeOf(key, queryOperations, {})).toBe(90002)
    // A permission that the account gains is not added to the key.
    expect(((await ask(key, userInfo, {})).data as { auths: string[] }).auths).toEqual([
      'public',
      'signedIn',
      'monitor:view',
    ])
  })

  test('never include calls without a permission of their own, or with a confirmation', async () => {
    const { key } = await made(all)
    const refused: string[] = []
    for (const { endpoint } of rooms.flat()) {
      if (endpoint.may === 'public') continue
      const code = endpoint.accepts.includes('multipart')
        ? 0
        : await codeOf(key, endpoint, sample(inputSchema(endpoint)) as object).catch(() => 0)
      expect([endpoint.path, code === 1021 || code === 1006 || code === 90002]).toEqual([endpoint.path, false])
      const isOpen = !endpoint.confirmed && (endpoint.may !== 'signedIn' || endpoint.forKeys === true)
      if (code !== 0) expect([endpoint.path, code === 1058]).toEqual([endpoint.path, !isOpen])
      if (code === 1058) refused.push(endpoint.path)
    }
    for (const endpoint of [addApiKey, queryApiKeys, endApiKey, endOtherSessions, querySessions])
      expect(refused).toContain(endpoint.path)
  })
})

describe('a key ends', () => {
  test.each([
    ['when the account is disabled', { disabled: true }, { disabled: false }],
    ['with the password', { passwordHash: 'another' }, {}],
    ['when the account gets another kind', { roleType: 'operation' }, { roleType: 'admin' }],
  ] as const)('%s, for good', async (_, to, back) => {
    const { key } = await made()
    expect(await codeOf(key, userInfo, {})).toBe(200)
    await change(to)
    if (Object.keys(back).length > 0) await change(back)
    expect(await codeOf(key, userInfo, {})).toBe(1021)
  })

  test('when it expires, but not after idle time', async () => {
    const expiresAt = clock.at + limits.sessionMaxMs * 2
    const { key } = await made(['monitor:view'], { expiresAt })
    const { key: other } = await made()
    expect([await codeOf(key, userInfo, {}), await codeOf(other, userInfo, {})]).toEqual([200, 200])
    const before = clock.at
    clock.at = expiresAt - 1
    expect([await codeOf(key, userInfo, {}), await codeOf(other, userInfo, {})]).toEqual([200, 200])
    clock.at = expiresAt
    expect([await codeOf(key, userInfo, {}), await codeOf(other, userInfo, {})]).toEqual([1020, 200])
    clock.at = before
  })

  test('but not with the sessions of its account, or the loss of its own session in a restore', async () => {
    const { key } = await made()
    await ask(key, userInfo, {})
    expect(await person.call(querySessions, {})).toHaveLength(1)
    expect(await person.call(endOtherSessions, {})).toEqual({ count: 0 })
    await server.platform.db.deleteFrom('session').where('apiKeyId', 'is not', null).execute()
    expect(await codeOf(key, userInfo, {})).toBe(200)
  })
})

test('its last use is stored to the minute', async () => {
  const { key, id } = await made()
  const used = async () => (await person.call(queryApiKeys, {})).find((each) => each.id === id)!.usedAt
  await ask(key, userInfo, {})
  expect(await used()).toBe(clock.at)
  clock.at += 61_000
  await ask(key, userInfo, {})
  expect(await used()).toBe(clock.at)
})

test('an account neither sees nor ends keys of another', async () => {
  const { key, id } = await made()
  expect(await server.admin.call(queryApiKeys, {})).toEqual([])
  expect((await server.admin.ask(endApiKey, { id })).code).toBe(10002)
  expect(await codeOf(key, userInfo, {})).toBe(200)
})

test('the number of keys is limited, also for parallel calls', async () => {
  const answers = await Promise.all(
    Array.from({ length: limits.apiKeys + 2 }, (_, index) =>
      person.ask(addApiKey, { name: `Key ${index}`, auths: ['monitor:view'] }),
    ),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(limits.apiKeys)
  expect(answers.filter(({ code }) => code === 1059)).toHaveLength(2)
})

test('calls of all keys count against their account', async () => {
  await using strict = await testServer({ callsPerMinute: 10 })
  const keys = await Promise.all(
    ['One', 'Two'].map((each) => strict.admin.call(addApiKey, { name: each, auths: ['monitor:view'] })),
  )
  const statuses: number[] = []
  for (let i = 0; i < 16; i += 1) {
    const headers = { authorization: `Bearer ${keys[i % 2]!.key}`, cookie: '' }
    statuses.push((await strict.nobody.raw(userInfo.path, { headers })).status)
  }
  // Eight calls with each key would be allowed if each key had its own limit.
  expect(statuses.slice(0, 8)).toEqual(Array(8).fill(200))
  expect(statuses.at(-1)).toBe(429)
})
