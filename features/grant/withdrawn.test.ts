// What is withdrawn ends at once: on open sockets, and for writes that come after.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrgId, SignalId } from '../../contract/fields.ts'
import { eventually } from '../../testkit/eventually.ts'
import { person } from '../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../testkit/server.ts'
import { device, liveSite, type Site } from '../../testkit/site.ts'
import { watch } from '../../testkit/watch.ts'
import { setActing } from '../acting/contract.ts'
import { writeValue } from '../command/contract.ts'
import { monitorToken } from '../live/contract.ts'
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

test('a write after the change to viewing is refused', async () => {
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

test('a guest who watches is cut off when it is withdrawn, and who may only look writes nothing', async () => {
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
