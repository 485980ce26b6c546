// A withdrawal takes effect immediately: on open sockets, and for later writes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrgId, SignalId } from '../../../contract/fields.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, type Site, settled } from '../../../testkit/site.ts'
import { watch } from '../../../testkit/watch.ts'
import { writeValue } from '../../device/command/contract.ts'
import { monitorToken } from '../../device/live/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { setActing } from '../acting/contract.ts'
import { addGrant, deleteGrant, editGrant } from './contract.ts'

let server: TestServer
let plant: Site
let guest: Caller
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  plant = await liveSite(server, 'Shared')
  await server.otherCompany()
  guest = await server.as('other', adminPassword)
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})

test('a write after a change to view only is refused', async () => {
  const { equipmentId } = plant
  const writer = await person(server, 'writer', { auths: ['signal:write'] })
  const { id } = await server.admin.call(addGrant, {
    accountId: writer.accountId,
    equipmentId,
    loginname: null,
    mayWrite: true,
  })
  plant.box.answer = (command) => (command.kind === 'write' ? { value: command.value } : {})
  const order = { equipmentId, signalId: plant.id('Setpoint') as SignalId, value: 5 }
  expect((await writer.ask(writeValue, order)).code).toBe(200)
  await server.admin.call(editGrant, { id, mayWrite: false })
  expect((await writer.ask(writeValue, order)).code).toBe(90007)
})

test('a guest with the right to write can write', async () => {
  const { equipmentId } = plant
  const { id } = await server.admin.call(addGrant, { loginname: 'other', equipmentId, mayWrite: true })
  await guest.call(setActing, { orgId: 1 as OrgId })
  plant.box.answer = (command) => (command.kind === 'write' ? { value: command.value } : {})
  const order = { equipmentId, signalId: plant.id('Setpoint') as SignalId, value: 7 }
  const { uuid } = await guest.call(writeValue, order)
  expect(await settled(guest, uuid)).toMatchObject({ status: 'success', value: 7 })
  const { rows } = await server.admin.call(queryOperations, { act: 'write' })
  expect(rows[0]).toMatchObject({ loginname: 'other', result: 'success' })
  await server.admin.call(deleteGrant, { id })
})

test.each([
  ['the own company disables the account', { disabled: true }],
  ['the own company changes the password', { passwordHash: 'another' }],
])('a pending command of a guest is cancelled when %s', async (_, change) => {
  const { equipmentId } = plant
  const { id } = await server.admin.call(addGrant, { loginname: 'other', equipmentId, mayWrite: true })
  guest = await server.as('other', adminPassword)
  await guest.call(setActing, { orgId: 1 as OrgId })
  plant.box.answer = () => undefined
  const { uuid } = await guest.call(writeValue, { equipmentId, signalId: plant.id('Setpoint') as SignalId, value: 8 })
  const { db } = server.platform
  const before = await db
    .selectFrom('account')
    .select(['passwordHash', 'disabled', 'orgId'])
    .where('loginname', '=', 'other')
    .executeTakeFirstOrThrow()
  const { orgId, ...back } = before
  // Runs as the guest's own company: row-level security hides the other company's rows.
  await server.platform
    .sights(orgId, true)
    .updateTable('account')
    .set(change)
    .where('loginname', '=', 'other')
    .execute()
  await server.turn()
  expect(await settled(server.admin, uuid)).toMatchObject({ status: 'cancelled', code: 1302 })
  await db.updateTable('account').set(back).where('loginname', '=', 'other').execute()
  guest = await server.as('other', adminPassword)
  await server.admin.call(deleteGrant, { id })
})

test('a withdrawal closes the guest’s socket, and a guest with view only cannot write', async () => {
  const { equipmentId } = plant
  await server.admin.call(addGrant, { loginname: 'other', equipmentId: await device(server.admin, 'Still shared') })
  const { id } = await server.admin.call(addGrant, { loginname: 'other', equipmentId })
  await guest.call(setActing, { orgId: 1 as OrgId })
  const order = { equipmentId, signalId: plant.id('Setpoint') as SignalId, value: 6 }
  expect((await guest.ask(writeValue, order)).code).toBe(90007)
  const socket = await watch(server.url, await guest.call(monitorToken, { equipmentId }))
  await server.turn()
  expect(socket.closed).toBeUndefined()
  await server.admin.call(deleteGrant, { id })
  await server.turn()
  await eventually(() => expect(socket.closed).toBe(4401))
  expect((await guest.ask(monitorToken, { equipmentId })).code).toBe(1101)
})

test('a token from before a withdrawal opens no lasting socket, even after a check of another socket', async () => {
  const { equipmentId } = plant
  const kept = await device(server.admin, 'Kept')
  const viewer = await person(server, 'viewer', { auths: ['monitor:view'] })
  await server.admin.call(addGrant, { accountId: viewer.accountId, equipmentId: kept, loginname: null })
  const { id } = await server.admin.call(addGrant, { accountId: viewer.accountId, equipmentId, loginname: null })
  const open = async (device: typeof equipmentId) =>
    watch(server.url, await viewer.call(monitorToken, { equipmentId: device }))
  const held = await viewer.call(monitorToken, { equipmentId })
  const beside = await open(kept)
  await server.turn()
  await server.admin.call(deleteGrant, { id })
  await server.turn()
  const late = await watch(server.url, held)
  await eventually(async () => {
    await server.turn()
    expect(late.closed).toBe(4401)
  })
  expect(beside.closed).toBeUndefined()
  beside.close()
})
