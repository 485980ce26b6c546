// Attacks with a visit and another user's session or API key in one request: only the visit counts.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '../../../contract/endpoint.ts'
import type { Caller } from '../../../testkit/server.ts'
import { beginShares, clock, enter, equipId, server, shows, token } from '../../../testkit/share-world.ts'
import { device, liveSite, type Site, settled } from '../../../testkit/site.ts'
import { writeValue } from '../../device/command/contract.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import { addApiKey } from '../../people/api-key/contract.ts'
import { userInfo } from '../../people/login/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { editShareAuth, leaveShare, renewShareLink, visitInfo } from './contract.ts'
import { visitHeader } from './rules.ts'

let plant: Site
beginShares(async (server) => {
  plant = await liveSite(server, 'Pump station')
  return plant.equipmentId
})
afterAll(() => plant.box[Symbol.asyncDispose]())

let mark: string
let key: string
beforeEach(async () => {
  plant.box.answer = (command) => (command.kind === 'write' ? { value: command.value } : {})
  plant.box.commands.length = 0
  await plant.box.hello()
  mark = (await enter()).data!.visit
  const { key: made } = await server.admin.call(addApiKey, {
    ...{
      name: `Key ${clock.at} ${mark.slice(0, 6)}`,
      auths: ['monitor:view', 'signal:write', 'log:view'],
      expiresAt: null,
    },
  })
  key = made
})

const besides: [string, () => Record<string, string>][] = [
  ['the cookie of the administrator', () => ({ cookie: server.admin.cookie })],
  ['an API key of the administrator', () => ({ authorization: `Bearer ${key}` })],
  ['both', () => ({ cookie: server.admin.cookie, authorization: `Bearer ${key}` })],
]

async function ask<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  headers: Record<string, string>,
  who: Caller = server.nobody,
) {
  const json = { 'content-type': 'application/json', ...headers }
  const answer = await who.raw(endpoint.path, { method: 'POST', headers: json, body: JSON.stringify(input) })
  return (await answer.json()) as { code: number; data: { uuid: string } }
}
const order = (value: number) => ({ equipmentId: equipId, signalId: plant.id('Setpoint'), value })

describe.each(besides)('a visit beside %s', (_, beside) => {
  const both = () => ({ ...beside(), [visitHeader]: mark })

  test('sees only the shared device', async () => {
    const elsewhere = await device(server.admin, `Secret ${mark.slice(0, 8)}`)
    expect((await ask(queryLiveSignals, { equipmentId: equipId }, both())).code).toBe(200)
    expect((await ask(queryLiveSignals, { equipmentId: elsewhere }, both())).code).toBe(1101)
    expect((await ask(userInfo, {}, both())).code).not.toBe(200)
    expect((await ask(queryOperations, {}, both())).code).toBe(2507)
  })

  test('changes nothing if the share is view-only', async () => {
    expect((await ask(writeValue, order(7), both())).code).toBe(90007)
    expect((await ask(renewShareLink, { equipId }, both())).code).toBe(2507)
    const open = { equipId, isShared: true, topMenu: true, menus: ['realTime' as const], mayWrite: true, ancestors: [] }
    expect((await ask(editShareAuth, open, both())).code).toBe(2507)
    expect(plant.box.commands).toEqual([])
  })

  test('writes as the visitor if allowed, also in the log', async () => {
    await shows({ mayWrite: true })
    mark = (await enter()).data!.visit
    const { code, data } = await ask(writeValue, order(8), both())
    expect(code).toBe(200)
    await settled(server.admin, data.uuid)
    const { rows } = await server.admin.call(queryOperations, { act: 'write' })
    expect(rows[0]).toMatchObject({ result: 'success', loginname: expect.stringMatching(/^visitor#/) })
  })

  test('fails for both after the visit ended; the session itself remains valid', async () => {
    expect((await ask(leaveShare, {}, both())).code).toBe(200)
    expect((await ask(visitInfo, {}, both())).code).toBe(2506)
    expect((await ask(queryLiveSignals, { equipmentId: equipId }, both())).code).toBe(2506)
    expect((await ask(queryLiveSignals, { equipmentId: equipId }, beside())).code).toBe(200)
    expect((await server.admin.ask(queryLiveSignals, { equipmentId: equipId })).code).toBe(200)
  })
})

test('the token of a link does not work as a visit, nor a visit as a token', async () => {
  expect((await ask(visitInfo, {}, { [visitHeader]: token })).code).toBe(2506)
  expect((await enter({ token: mark })).code).toBe(2501)
})
