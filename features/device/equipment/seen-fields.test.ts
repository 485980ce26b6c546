// Visibility of a device within its organisation by public flag, data rule and security zone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EquipmentId, OrgId } from '../../../contract/fields.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite } from '../../../testkit/site.ts'
import { audience } from '../../frame/audience.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { addPicture } from '../../platform/picture/contract.ts'
import { addGroup } from '../group/contract.ts'
import { queryLiveSignals } from '../live/contract.ts'
import { editEquipment, equipmentInfo, queryEquipmentsByUser } from './contract.ts'

let server: TestServer
let pump: EquipmentId
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  pump = await device(server.admin, 'Pump')
})
afterAll(() => server.stop())

const set = (change: object, who: Caller = server.admin, id = pump) =>
  who.ask(editEquipment, { id, name: 'Pump', ...change })
const sees = async (who: Caller) => (await who.call(queryEquipmentsByUser, { keyword: 'Pump' })).length > 0
const zone = (who: Person, securityZone: string | null) =>
  server.platform.db.updateTable('account').set({ securityZone }).where('id', '=', who.accountId).execute()

test('a public device is read-only for internal accounts, and invisible to others and other companies', async () => {
  const inside = await person(server, 'inside', { auths: ['monitor:view', 'equipment:edit', 'grant:edit'] })
  const outside = await person(server, 'outside', { auths: ['monitor:view'] }, 'external')
  const other = await server.otherCompany()
  expect(await sees(inside)).toBe(false)
  await set({ publicFlag: true })
  expect([await sees(inside), await sees(outside), await sees(other)]).toEqual([true, false, false])
  expect((await set({ remark: 'x' }, inside)).code).toBe(90_007)
  const told = () => server.platform.use(audience).whoSee(OrgId.parse(1), pump, 'monitor:view')
  expect(await told()).toContain(inside.accountId)
  await set({ publicFlag: false })
  expect(await sees(inside)).toBe(false)
  expect(await told()).not.toContain(inside.accountId)
})

test('named only: grants for its group do not include it, grants for the device do', async () => {
  const { id: groupId } = await server.admin.call(addGroup, { name: 'Hall', parentId: null })
  await set({ groupId })
  const ofGroup = await person(server, 'of-group', { auths: ['monitor:view'] })
  const ofDevice = await person(server, 'of-device', { auths: ['monitor:view'] })
  const give = (accountId: Person['accountId'], of: object) =>
    server.admin.call(addGrant, { accountId, loginname: null, mayWrite: true, ...of })
  await give(ofGroup.accountId, { groupId })
  await give(ofDevice.accountId, { equipmentId: pump })
  expect([await sees(ofGroup), await sees(ofDevice)]).toEqual([true, true])
  await set({ groupId, dataRule: 'named' })
  expect([await sees(ofGroup), await sees(ofDevice)]).toEqual([false, true])
  await set({ groupId, dataRule: 'range' })
  expect(await sees(ofGroup)).toBe(true)
})

test('a security zone: only accounts of the same zone, and those that see all devices', async () => {
  const member = await person(server, 'zone-member', { auths: ['monitor:view'] })
  await server.admin.call(addGrant, { accountId: member.accountId, equipmentId: pump, loginname: null, mayWrite: true })
  expect(await sees(member)).toBe(true)
  await set({ securityZone: 'II' })
  expect([await sees(member), await sees(server.admin)]).toEqual([false, true])
  expect((await member.ask(equipmentInfo, { id: pump })).code).toBe(1101)
  await zone(member, 'II')
  expect(await sees(member)).toBe(true)
  await zone(member, 'III')
  expect(await sees(member)).toBe(false)
  await set({ securityZone: '' })
  expect(await sees(member)).toBe(true)
})

test('changes need the grant permission; the field is named', async () => {
  const editor = await person(server, 'editor', { auths: ['equipment:edit'], dataRange: 'all' })
  for (const change of [{ publicFlag: true }, { dataRule: 'named' }, { securityZone: 'I' }])
    expect(await set(change, editor)).toMatchObject({ code: 90_002, data: { field: Object.keys(change)[0] } })
  expect((await set({ menuBar: false }, editor)).code).toBe(200)
})

test('the image must be a picture of the organisation', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle cx="5" cy="5" r="4"/></svg>'
  const picture = { title: 'Pump', picture: Buffer.from(svg).toString('base64') }
  const { path } = await server.admin.call(addPicture, picture)
  expect((await set({ image: path })).code).toBe(200)
  expect(await server.admin.call(equipmentInfo, { id: pump })).toMatchObject({ image: path })
  const theirs = await (await server.otherCompany()).call(addPicture, picture)
  expect(await set({ image: theirs.path })).toMatchObject({ code: 10_002, data: { field: 'image' } })
  for (const image of ['https://elsewhere.example/a.png', '/userimg/../x.png', 'javascript:alert(1)'])
    expect(await set({ image })).toMatchObject({ code: 10_001, data: { field: 'image' } })
  expect((await set({ image: null })).code).toBe(200)
})

test('a custom default is returned as placeholder, and never replaces a live value', async () => {
  const live = await liveSite(server, 'Defaulted')
  await live.box.live({ [live.id('Level')]: 2.5 })
  const level = async () =>
    (await server.admin.call(queryLiveSignals, { equipmentId: live.equipmentId })).find(({ name }) => name === 'Level')!
  const mode = (defaultValueMode: 'last' | 'custom') =>
    server.admin.call(editEquipment, { id: live.equipmentId, name: 'Defaulted', defaultValueMode, defaultValue: '--' })
  await mode('custom')
  expect(await level()).toMatchObject({ standIn: '--', value: 2.5 })
  // After a restart the platform has stored values, but no live ones.
  await server.turn()
  server.platform.live.forget(live.equipmentId)
  expect(await level()).toMatchObject({ standIn: '--', value: null, time: null })
  await mode('last')
  expect(await level()).toMatchObject({ standIn: null, value: 2.5 })
  await live.box[Symbol.asyncDispose]()
})
