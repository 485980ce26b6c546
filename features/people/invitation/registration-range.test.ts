// Registrations visible to a narrow data range, and the conditions for closing one, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { closeRegistration, openRegistration, queryRegistrations, registerInfo } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

test('a narrow data range sees only the registrations of its own roles', async () => {
  const auths = ['monitor:view', 'invitation:edit', 'account:add'] as const
  const clerk = await person(server, 'clerk', { auths })
  const { roleId: beyond } = await person(server, 'stranger')
  const ids = (await clerk.call(queryRegistrations, {})).map(({ roleId }) => roleId)
  expect([ids.includes(clerk.roleId), ids.includes(beyond)]).toEqual([true, false])
  expect((await server.admin.call(queryRegistrations, {})).map(({ roleId }) => roleId)).toContain(beyond)
})

test('closing a registration that is not open is refused and not logged', async () => {
  const { roleId } = await person(server, 'member', { auths: ['monitor:view'] })
  const close = async () => (await server.admin.ask(closeRegistration, { roleId })).code
  const lines = async () => (await server.admin.call(queryOperations, { act: 'closeRegistration' })).total
  expect([await close(), await lines()]).toEqual([10002, 0])
  await server.admin.call(openRegistration, { roleId, days: 1 })
  expect([await close(), await lines()]).toEqual([200, 1])
})

test('of several parallel openings of a registration one link is valid', async () => {
  const { roleId } = await person(server, 'opened', { auths: ['monitor:view'] })
  const calls = Array.from({ length: 8 }, () => server.admin.ask(openRegistration, { roleId, days: 1 }))
  const answers = await Promise.all(calls)
  expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => 200))
  const links = answers.map(({ data }) => server.nobody.ask(registerInfo, { roleuuid: data!.uuid }))
  expect((await Promise.all(links)).filter(({ code }) => code === 200)).toHaveLength(1)
})
