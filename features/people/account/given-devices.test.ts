// A caller without all devices cannot manage an account that has more of them: the caller could act through that
// account.
import { expect, test } from 'vitest'
import { addedBy, type Person, person } from '../../../testkit/people.ts'
import { type Caller, adminPassword as password, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { addProject } from '../../project/project/contract.ts'
import { addGrant, addProjectGrant } from '../grant/contract.ts'
import { addInvitation } from '../invitation/contract.ts'
import { internalCalls } from './contract.ts'

const code = async (asked: Promise<{ code: number }>) => (await asked).code

test('an account or a role with devices that the caller lacks cannot be managed or assigned', async () => {
  await using server = await testServer({ loginsPerMinute: 1000 })
  const { admin } = server
  const pump = await device(admin, 'Hidden pump')
  const auths = ['account:add', 'account:edit', 'invitation:edit', 'monitor:view'] as const
  const lead = await person(server, 'lead', { auths, regions: [] })
  const victim = await addedBy(server, lead, await person(server, 'victim', { auths: ['monitor:view'], regions: [] }))
  const crew = await addedBy(server, lead, await person(server, 'crew', { auths: ['monitor:view'], regions: [] }))
  const give = (to: object, mayWrite: boolean, by: Caller = admin) =>
    by.call(addGrant, { loginname: null, equipmentId: pump, mayWrite, ...to })
  await give({ accountId: victim.accountId }, true)
  await give({ roleId: crew.roleId }, false)
  const reset = () => lead.ask(internalCalls.resetPassword, { id: victim.accountId })
  const add = (loginname: string) =>
    lead.ask(internalCalls.add, { loginname, name: 'New', password, roleId: crew.roleId, departmentId: null })
  const invite = () =>
    lead.ask(addInvitation, { roleType: 'internal', roleId: crew.roleId, departmentId: null, days: 1, uses: 1 })

  expect(await reset()).toMatchObject({ code: 1125, msg: expect.stringContaining('authorised devices') })
  expect((await reset()).msg).not.toContain('pump')
  expect(await code(lead.ask(internalCalls.disable, { id: victim.accountId }))).toBe(1125)
  expect(await code(lead.ask(internalCalls.disable, { id: crew.accountId }))).toBe(1125)
  expect(await code(add('newcomer'))).toBe(1125)
  expect(await code(invite())).toBe(1125)

  await give({ accountId: lead.accountId }, false)
  expect(await code(add('newcomer'))).toBe(200)
  expect(await code(invite())).toBe(200)
  // The account may write to a device that the caller may only view.
  expect(await code(reset())).toBe(1125)
  expect(await code(admin.ask(internalCalls.resetPassword, { id: victim.accountId }))).toBe(200)
})

test('an account with a project that the caller lacks cannot be managed', async () => {
  await using server = await testServer({ loginsPerMinute: 1000 })
  const { admin } = server
  const { id: projectId } = await admin.call(addProject, { name: 'Hidden town', note: null })
  const auths = ['account:edit', 'monitor:view'] as const
  const lead = await person(server, 'lead', { auths, regions: [] })
  const victim = await addedBy(server, lead, await person(server, 'victim', { auths: ['monitor:view'], regions: [] }))
  const give = ({ accountId }: Person) => admin.call(addProjectGrant, { projectId, accountId, loginname: null })
  const reset = () => lead.ask(internalCalls.resetPassword, { id: victim.accountId })
  await give(victim)
  expect(await reset()).toMatchObject({ code: 1125, msg: expect.not.stringContaining('town') })
  await give(lead)
  expect(await code(reset())).toBe(200)
})
