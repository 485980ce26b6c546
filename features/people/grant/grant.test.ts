// Authorised devices over HTTP, on a real database: the right to authorise, and what an authorisation permits.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountId, type EquipmentId, type GroupId, OrgId, type RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { addedBy, type Person, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { addEquipment, editEquipment, equipmentInfo, queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { addGroup, queryMonitorGroups } from '../../device/group/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { setActing } from '../acting/contract.ts'
import { addGrant, deleteGrant, editGrant, queryGrants } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let pump: EquipmentId
let viewer: Person
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  pump = await device(server.admin, 'Pump')
  viewer = await person(server, 'viewer', { auths: ['monitor:view', 'equipment:edit', 'grant:edit'] })
})
afterAll(() => server.stop())

let count = 0
const newcomer = (rights: Parameters<typeof person>[2] = { auths: ['monitor:view'] }) => {
  count += 1
  return person(server, `person-${count}`, rights)
}
type To = { accountId?: AccountId; roleId?: RoleId; loginname?: string }
type Of = { equipmentId?: EquipmentId; groupId?: GroupId }
const give = (to: To, of: Of, mayWrite = false, by: Caller = server.admin) =>
  by.ask(addGrant, { loginname: null, ...to, ...of, mayWrite })
const given = async (to: To, of: Of, mayWrite = false) => {
  const { code, msg, data } = await give(to, of, mayWrite)
  if (!data) throw new Error(`${code} ${msg}`)
  return data.id
}
const namesOf = async (who: Caller) =>
  (await who.call(queryEquipmentsByUser, { keyword: null })).map(({ name }) => name)

describe('a device that is authorised', () => {
  test('is visible to its account, writable only if granted, and gone after withdrawal', async () => {
    const someone = await newcomer({ auths: ['monitor:view', 'equipment:edit'] })
    const edit = () => someone.ask(editEquipment, { id: pump, name: 'Pump' })
    expect(await namesOf(someone)).toEqual([])
    expect((await edit()).code).toBe(1101)
    const id = await given({ accountId: someone.accountId }, { equipmentId: pump })
    expect(await namesOf(someone)).toEqual(['Pump'])
    expect((await edit()).code).toBe(90007)
    await server.admin.call(editGrant, { id, mayWrite: true })
    expect((await edit()).code).toBe(200)
    await server.admin.call(editGrant, { id, mayWrite: false })
    expect((await edit()).code).toBe(90007)
    await server.admin.call(deleteGrant, { id })
    expect((await someone.ask(equipmentInfo, { id: pump })).code).toBe(1101)
  })

  test('is visible to the members of its role', async () => {
    const someone = await newcomer()
    await given({ roleId: someone.roleId }, { equipmentId: pump })
    expect(await namesOf(someone)).toEqual(['Pump'])
  })

  test('by its group is visible with all groups below, and with devices added later', async () => {
    const someone = await newcomer()
    const works = await server.admin.call(addGroup, { name: 'Works', parentId: null })
    const line = await server.admin.call(addGroup, { name: 'Line', parentId: works.id })
    await given({ accountId: someone.accountId }, { groupId: works.id })
    await server.admin.call(addEquipment, { name: 'In works', groupId: works.id })
    await server.admin.call(addEquipment, { name: 'In line', groupId: line.id })
    expect((await namesOf(someone)).sort()).toEqual(['In line', 'In works'])
    const { groups } = await someone.call(queryMonitorGroups, {})
    expect(groups.map(({ name }) => name).sort()).toEqual(['Line', 'Works'])
    const [grant] = await server.admin.call(queryGrants, { accountId: someone.accountId })
    expect(grant).toMatchObject({ groupId: works.id, object: 'Works', devices: 2, mayWrite: false, isGuest: false })
  })

  test('is listed by the device with those of its groups, by the account and by the role', async () => {
    const someone = await newcomer()
    const group = await server.admin.call(addGroup, { name: 'Listed', parentId: null })
    const equipmentId = (await server.admin.call(addEquipment, { name: 'Listed', groupId: group.id })).id
    await given({ accountId: someone.accountId }, { equipmentId })
    await given({ roleId: someone.roleId }, { groupId: group.id }, true)
    const list = async (by: object) =>
      (await server.admin.call(queryGrants, by)).map(({ subject, object, mayWrite }) => [subject, object, mayWrite])
    const byRole = [`of person-${count}`, 'Listed', true]
    const byAccount = [`person-${count}`, 'Listed', false]
    expect(await list({ equipmentId })).toEqual([byRole, byAccount])
    expect(await list({ groupId: group.id })).toEqual([byRole])
    expect(await list({ roleId: someone.roleId })).toEqual([byRole])
  })

  test('is logged with both names', async () => {
    const someone = await newcomer()
    const id = await given({ accountId: someone.accountId }, { equipmentId: pump })
    await server.admin.call(deleteGrant, { id })
    const { rows } = await server.admin.call(queryOperations, { keyword: 'Pump' })
    const subject = `person-${count}`
    expect(rows.slice(0, 2)).toMatchObject([
      { act: 'withdrawAuthorisation', objectType: 'equipment', objectId: pump, before: { subject, mayWrite: false } },
      { act: 'authorise', objectName: 'Pump', after: { subject, mayWrite: false } },
    ])
  })
})

describe('authorising', () => {
  test('needs one subject and one object', async () => {
    const { accountId, roleId } = await newcomer()
    const wrong: [To, Of][] = [
      [{}, { equipmentId: pump }],
      [{ accountId, roleId }, { equipmentId: pump }],
      [{ accountId }, {}],
      [
        { accountId },
        { equipmentId: pump, groupId: (await server.admin.call(addGroup, { name: 'G', parentId: null })).id },
      ],
    ]
    for (const [to, of] of wrong) expect((await give(to, of)).code).toBe(10001)
  })

  test('twice is refused, also in parallel', async () => {
    const { accountId } = await newcomer()
    const answers = await Promise.all([1, 2, 3].map(() => give({ accountId }, { equipmentId: pump })))
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1122, 1122])
  })

  test('is refused for accounts that see everything anyway', async () => {
    await server.addAccount({ loginname: 'chief', roleType: 'enterprise' })
    expect((await give({ loginname: 'chief' }, { equipmentId: pump })).code).toBe(1122)
  })

  test('is limited per device and per account', async () => {
    const { db, now } = server.platform
    const many = <T>(max: number, make: (i: number) => T) => Array.from({ length: max }, (_, i) => make(i))
    const crowded = await device(server.admin, 'Crowded')
    const accounts = await db
      .insertInto('account')
      .values(
        many(limits.authorisedAccounts, (i) => ({
          ...{
            orgId: OrgId.parse(1),
            loginname: `crowd-${i}`,
            name: 'x',
            passwordHash: '',
            roleType: 'internal' as const,
          },
          createdAt: now(),
        })),
      )
      .returning('id')
      .execute()
    const rows = accounts.map(({ id }) => ({
      orgId: OrgId.parse(1),
      accountId: id,
      equipmentId: crowded,
      createdAt: now(),
    }))
    await db.insertInto('accessGrant').values(rows).execute()
    const someone = await newcomer()
    expect((await give({ accountId: someone.accountId }, { equipmentId: crowded })).code).toBe(1123)
    expect((await give({ roleId: someone.roleId }, { equipmentId: crowded })).code).toBe(200)
    const devices = await db
      .insertInto('equipment')
      .values(
        many(limits.authorisedObjects, (i) => ({
          orgId: OrgId.parse(1),
          name: `d${i}`,
          createdAt: now(),
          createdBy: viewer.accountId,
        })),
      )
      .returning('id')
      .execute()
    const all = devices.map(({ id }) => ({
      orgId: OrgId.parse(1),
      accountId: someone.accountId,
      equipmentId: id,
      createdAt: now(),
    }))
    await db.insertInto('accessGrant').values(all).execute()
    expect((await give({ accountId: someone.accountId }, { equipmentId: pump })).code).toBe(1127)
  })

  test('needs a confirmed password', async () => {
    const { accountId } = await newcomer()
    clock.at += limits.confirmedMs + 1
    expect((await give({ accountId }, { equipmentId: pump })).code).toBe(1011)
    clock.at -= limits.confirmedMs + 1
  })
})

describe('an account gives no right that it lacks', () => {
  let hidden: EquipmentId
  beforeAll(async () => {
    hidden = await device(server.admin, 'Hidden')
    await given({ accountId: viewer.accountId }, { equipmentId: pump })
  })

  test('such as an invisible device, or more than its own right to one', async () => {
    const { accountId } = await addedBy(server, viewer, await newcomer())
    expect((await give({ accountId }, { equipmentId: hidden }, false, viewer)).code).toBe(1101)
    expect(await give({ accountId }, { equipmentId: pump }, true, viewer)).toMatchObject({
      code: 1125,
      msg: expect.stringContaining('Pump'),
    })
    const answer = await give({ accountId }, { equipmentId: pump }, false, viewer)
    expect(answer.code).toBe(200)
    expect((await viewer.ask(editGrant, { id: answer.data!.id, mayWrite: true })).code).toBe(1125)
    expect((await viewer.ask(deleteGrant, { id: answer.data!.id })).code).toBe(200)
  })

  test('and only to accounts in its data range, by id or by username', async () => {
    const someone = await newcomer()
    const { accountId, roleId } = someone
    expect((await give({ accountId }, { equipmentId: pump }, false, viewer)).code).toBe(10002)
    expect((await give({ roleId }, { equipmentId: pump }, false, viewer)).code).toBe(10002)
    const byName = () => give({ loginname: `person-${count}` }, { equipmentId: pump }, false, viewer)
    expect(await byName()).toMatchObject({ code: 1121, data: { field: 'loginname' } })
    await addedBy(server, viewer, someone)
    expect((await byName()).code).toBe(200)
  })

  test('within its department to colleagues, and not to other departments', async () => {
    const { db } = server.platform
    const department = async (name: string) => {
      const row = { orgId: OrgId.parse(1), name, parentId: null, createdAt: 1 } as const
      return (await db.insertInto('department').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const own = await department('Pumps')
    const lead = await newcomer({ auths: ['monitor:view', 'grant:edit'], dataRange: 'department' })
    const byOwnLead = `person-${count}`
    const colleague = await newcomer()
    const byColleague = `person-${count}`
    for (const { accountId } of [lead, colleague])
      await db.updateTable('account').set({ departmentId: own }).where('id', '=', accountId).execute()
    await given({ accountId: lead.accountId }, { equipmentId: pump })
    await newcomer()
    const ask = (loginname: string) => give({ loginname }, { equipmentId: pump }, false, lead)
    expect((await ask(`person-${count}`)).code).toBe(1121)
    expect((await ask(byColleague)).code).toBe(200)
    expect((await ask(byOwnLead)).code).not.toBe(200)
  })

  test('and no group of which it sees only single devices', async () => {
    const group = await server.admin.call(addGroup, { name: 'Partly', parentId: null })
    const inside = await server.admin.call(addEquipment, { name: 'Inside', groupId: group.id })
    await given({ accountId: viewer.accountId }, { equipmentId: inside.id })
    const { accountId } = await addedBy(server, viewer, await newcomer())
    expect((await give({ accountId }, { groupId: group.id }, false, viewer)).code).toBe(1125)
    await given({ accountId: viewer.accountId }, { groupId: group.id })
    expect((await give({ accountId }, { groupId: group.id }, false, viewer)).code).toBe(200)
    expect((await give({ roleId: viewer.roleId }, { groupId: group.id }, true, viewer)).code).toBe(1125)
  })

  test('and cannot withdraw what it could not give: a partly visible group, or the right to write', async () => {
    const group = await server.admin.call(addGroup, { name: 'Seen in part', parentId: null })
    const inside = await server.admin.call(addEquipment, { name: 'Seen of it', groupId: group.id })
    await server.admin.call(addEquipment, { name: 'Unseen of it', groupId: group.id })
    await given({ accountId: viewer.accountId }, { equipmentId: inside.id })
    const { accountId } = await newcomer()
    const whole = await given({ accountId }, { groupId: group.id })
    const writes = await given({ accountId }, { equipmentId: inside.id }, true)
    expect(await viewer.ask(deleteGrant, { id: whole })).toMatchObject({
      code: 1125,
      msg: expect.stringContaining('Seen in part'),
    })
    expect((await viewer.ask(deleteGrant, { id: writes })).code).toBe(1125)
    expect((await viewer.ask(editGrant, { id: writes, mayWrite: false })).code).toBe(1125)
    expect(await server.admin.call(queryGrants, { accountId })).toHaveLength(2)
  })

  test('and cannot change its own rights', async () => {
    expect((await give({ roleId: viewer.roleId }, { equipmentId: pump }, false, viewer)).code).toBe(1126)
    expect((await give({ accountId: viewer.accountId }, { equipmentId: pump }, false, viewer)).code).toBe(1126)
    const [own] = await server.admin.call(queryGrants, {
      accountId: viewer.accountId,
      equipmentId: pump,
    })
    expect((await viewer.ask(deleteGrant, { id: own!.id })).code).toBe(1126)
  })

  test('and does not see grants of invisible devices', async () => {
    const { accountId } = await newcomer()
    const id = await given({ accountId }, { equipmentId: hidden })
    expect(JSON.stringify(await viewer.call(queryGrants, {}))).not.toContain('Hidden')
    expect((await viewer.ask(deleteGrant, { id })).code).toBe(10002)
  })
})

describe('an account of another company', () => {
  let guest: Caller
  beforeAll(async () => {
    guest = await server.otherCompany()
  })
  beforeEach(async () => {
    await server.platform.db.deleteFrom('guestTry').execute()
  })

  test('is authorised by its login name, and only that name is shown', async () => {
    const id = await given({ loginname: 'OTHER' }, { equipmentId: pump })
    const [row] = await server.admin.call(queryGrants, { equipmentId: pump })
    expect(row).toMatchObject({ id, subject: 'other', loginname: 'other', isGuest: true, accountId: null })
    expect(await namesOf(guest)).toEqual([])
    await guest.call(setActing, { orgId: 1 as OrgId })
    expect(await namesOf(guest)).toEqual(['Pump'])
    expect(JSON.stringify(await guest.call(queryMonitorGroups, {}))).not.toContain('Works')
    expect((await guest.ask(queryGrants, {})).code).toBe(90002)
    await server.admin.call(deleteGrant, { id })
    expect(await namesOf(guest)).toEqual([])
  })

  test.each([
    ['there is none', 'nobody-at-all', undefined],
    ['it is disabled', 'other', { disabled: true }],
  ] as const)('gets the same answer whether %s', async (_, loginname, state) => {
    const { db } = server.platform
    if (state) await db.updateTable('account').set(state).where('loginname', '=', loginname).execute()
    expect(await give({ loginname }, { equipmentId: pump })).toMatchObject({ code: 1121, data: { field: 'loginname' } })
    if (state) await db.updateTable('account').set({ disabled: false }).where('loginname', '=', loginname).execute()
    const { rows } = await server.admin.call(queryOperations, { act: 'authoriseFailed' })
    expect(rows[0]).toMatchObject({ objectName: loginname, code: 1121, result: 'failure' })
  })

  test('is refused if it belongs to the platform’s staff', async () => {
    const other = await server.otherCompany()
    const own = await device(other, 'Theirs')
    expect((await give({ loginname: 'admin' }, { equipmentId: own }, false, other)).code).toBe(1121)
    await person(server, 'colleague-of-staff')
    expect((await give({ loginname: 'colleague-of-staff' }, { equipmentId: own }, false, other)).code).toBe(200)
  })

  test('cannot be found by guessing: tries per minute are limited', async () => {
    for (let i = 0; i < limits.guestTriesPerMinute; i++)
      expect((await give({ loginname: `guess-${i}` }, { equipmentId: pump })).code).toBe(1121)
    expect((await give({ loginname: 'other' }, { equipmentId: pump })).code).toBe(90003)
    clock.at += 60_001
    expect((await give({ loginname: 'other' }, { equipmentId: pump })).code).toBe(200)
  })
})
