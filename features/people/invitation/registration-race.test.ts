import { expect, test } from 'vitest'
import { testServer } from '../../../testkit/server.ts'
import { userInfo } from '../login/contract.ts'
import { openRegistration, registerInfo } from './contract.ts'

test('a registration is opened by several calls at the same time, and one link is valid', async () => {
  await using server = await testServer()
  const { orgId } = await server.admin.call(userInfo, {})
  const role = {
    orgId,
    roleType: 'internal',
    name: 'Guest',
    auths: ['monitor:view'],
    dataRange: 'granted',
    createdAt: 1,
  }
  const { id: roleId } = await server.platform.db
    .insertInto('role')
    .values(role)
    .returning('id')
    .executeTakeFirstOrThrow()
  const calls = Array.from({ length: 8 }, () => server.admin.ask(openRegistration, { roleId, days: 1 }))
  const answers = await Promise.all(calls)
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
  const shown = answers.map(({ data }) => server.nobody.ask(registerInfo, { roleuuid: data!.uuid }))
  expect((await Promise.all(shown)).filter(({ code }) => code === 200)).toHaveLength(1)
})
