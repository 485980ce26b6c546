// Authorised projects over HTTP, on a real database: the right to authorise, and what an authorisation permits.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountId, OrgId, type ProjectId, type RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { addedBy, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import {
  addProject,
  addProjectEquips,
  editProject,
  projectInfo,
  queryProjectsByUser,
} from '../../project/project/contract.ts'
import { setActing } from '../acting/contract.ts'
import {
  addProjectGrant,
  deleteProjectGrant,
  editProjectGrant,
  queryGrants,
  queryProjectGrants,
  queryWithoutGrant,
} from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

let count = 0
let id: ProjectId
beforeEach(async () => {
  count += 1
  id = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
})

const newcomer = (auths: Parameters<typeof person>[2] = { auths: ['monitor:view', 'project:edit', 'page:edit'] }) =>
  person(server, `customer-${count}`, auths)
type Whom = { accountId?: AccountId; roleId?: RoleId; loginname?: string }
const give = (to: Whom, mayWrite = false, by: Caller = server.admin) =>
  by.ask(addProjectGrant, { projectId: id, loginname: null, ...to, mayWrite })
const given = async (to: Whom, mayWrite = false) => {
  const { code, msg, data } = await give(to, mayWrite)
  if (!data) throw new Error(`${code} ${msg}`)
  return data.id
}
const namesOf = async (who: Caller) => (await who.call(queryProjectsByUser, {})).map(({ name }) => name)

describe('a project that is authorised', () => {
  test('is visible to its account with its pages, editable only if granted, and gone after withdrawal', async () => {
    const pump = await device(server.admin, `Pump ${count}`)
    await server.admin.call(addProjectEquips, { projectId: id, equipmentIds: [pump] })
    const json = JSON.stringify({ widgets: [] })
    const page = await server.admin.call(savePage, { projectId: id, title: 'Overview', json })
    const someone = await newcomer()
    const edit = () => someone.ask(editProject, { id, name: `Town ${count}`, note: 'mine' })
    expect(await namesOf(someone)).toEqual([])
    expect((await someone.ask(projectInfo, { id })).code).toBe(10002)
    const grant = await given({ accountId: someone.accountId })
    expect(await namesOf(someone)).toEqual([`Town ${count}`])
    expect(await someone.call(pageInfo, { id: page.id })).toMatchObject({ title: 'Overview' })
    expect((await edit()).code).toBe(90007)
    // Access to a project gives no access to its devices, which need their own authorisation.
    expect(await someone.call(queryEquipmentsByUser, { keyword: null })).toEqual([])
    expect(await someone.call(projectInfo, { id })).toMatchObject({ equips: 0, pages: 1 })
    await server.admin.call(editProjectGrant, { id: grant, mayWrite: true })
    expect((await edit()).code).toBe(200)
    await server.admin.call(deleteProjectGrant, { id: grant })
    expect((await someone.ask(pageInfo, { id: page.id })).code).toBe(10002)
    expect(await namesOf(someone)).toEqual([])
  })

  test('is visible to the members of its role, and listed by the project and by the role', async () => {
    const someone = await newcomer()
    await given({ roleId: someone.roleId })
    expect(await namesOf(someone)).toEqual([`Town ${count}`])
    const row = { projectId: id, equipmentId: null, groupId: null, object: `Town ${count}`, devices: 0 }
    expect(await server.admin.call(queryProjectGrants, { projectId: id })).toMatchObject([row])
    expect(await server.admin.call(queryGrants, { roleId: someone.roleId })).toMatchObject([row])
  })

  test('is visible to an account of another company as a guest', async () => {
    const other = await server.otherCompany()
    await server.platform.db
      .insertInto('account')
      .values({
        ...{ orgId: OrgId.parse(2), loginname: `guest-${count}`, name: 'Guest', roleType: 'internal', createdAt: 1 },
        passwordHash: (
          await server.platform.db
            .selectFrom('account')
            .select('passwordHash')
            .where('loginname', '=', 'other')
            .executeTakeFirstOrThrow()
        ).passwordHash,
      })
      .execute()
    const guest = await server.as(`guest-${count}`, 'Waterworks1')
    await given({ loginname: `guest-${count}` })
    await guest.call(setActing, { orgId: OrgId.parse(1) })
    expect(await namesOf(guest)).toEqual([`Town ${count}`])
    expect((await other.ask(queryProjectGrants, { projectId: id })).code).not.toBe(200)
    expect((await other.ask(queryWithoutGrant, { projectId: id, keyword: null })).code).not.toBe(200)
  })

  test('is logged with both names', async () => {
    const someone = await newcomer()
    await server.admin.call(deleteProjectGrant, { id: await given({ accountId: someone.accountId }) })
    const { rows } = await server.admin.call(queryOperations, { keyword: `Town ${count}` })
    const subject = `customer-${count}`
    expect(rows.slice(0, 2)).toMatchObject([
      { act: 'withdrawAuthorisation', objectType: 'project', objectId: id, before: { subject, mayWrite: false } },
      { act: 'authorise', objectName: `Town ${count}`, after: { subject, mayWrite: false } },
    ])
  })
})

describe('authorising a project', () => {
  test('needs one subject, is refused twice, and for accounts that see all projects', async () => {
    const { accountId, roleId } = await newcomer()
    expect((await give({})).code).toBe(10001)
    expect((await give({ accountId, roleId })).code).toBe(10001)
    const answers = await Promise.all([1, 2, 3].map(() => give({ accountId })))
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1122, 1122])
    expect((await give({ loginname: 'admin' })).code).not.toBe(200)
  })

  test('offers the accounts that do not have it yet', async () => {
    const { accountId } = await newcomer()
    const offered = async (keyword: string | null) =>
      (await server.admin.call(queryWithoutGrant, { projectId: id, keyword })).map(({ loginname }) => loginname)
    expect(await offered(`CUSTOMER-${count}`)).toEqual([`customer-${count}`])
    expect(await offered(null)).not.toContain('admin')
    await given({ accountId })
    expect(await offered(`customer-${count}`)).toEqual([])
  })

  test('is limited to a number of accounts', async () => {
    const { db, now } = server.platform
    const orgId = OrgId.parse(1)
    const many = Array.from({ length: limits.authorisedAccounts }, (_, i) => i)
    const account = { orgId, name: 'x', passwordHash: '', roleType: 'internal', createdAt: now() } as const
    const accounts = await db
      .insertInto('account')
      .values(many.map((i) => ({ ...account, loginname: `crowd-${i}` })))
      .returning('id')
      .execute()
    await db
      .insertInto('accessGrant')
      .values(accounts.map((each) => ({ orgId, accountId: each.id, projectId: id, createdAt: now() })))
      .execute()
    const someone = await newcomer()
    expect((await give({ accountId: someone.accountId })).code).toBe(2602)
    expect((await give({ roleId: someone.roleId })).code).toBe(200)
  })

  test('gives no more than the giver has, and no account changes its own rights', async () => {
    const someone = await newcomer()
    const giver = await person(server, `giver-${count}`, { auths: ['monitor:view', 'grant:edit'] })
    await addedBy(server, giver, someone)
    expect((await give({ accountId: someone.accountId }, false, giver)).code).toBe(10002)
    const own = await given({ accountId: giver.accountId })
    expect(await give({ accountId: someone.accountId }, true, giver)).toMatchObject({ code: 1125 })
    expect((await give({ accountId: someone.accountId }, false, giver)).code).toBe(200)
    expect((await giver.ask(editProjectGrant, { id: own, mayWrite: true })).code).toBe(1126)
    expect((await giver.ask(deleteProjectGrant, { id: own })).code).toBe(1126)
  })

  test('is refused for a project of another company', async () => {
    const other = await server.otherCompany()
    const { accountId } = await newcomer()
    const grant = await given({ accountId })
    for (const answer of [
      await give({ loginname: 'other' }, false, other),
      await other.ask(editProjectGrant, { id: grant, mayWrite: true }),
      await other.ask(deleteProjectGrant, { id: grant }),
    ])
      expect([1101, 10002]).toContain(answer.code)
    expect(await server.admin.call(queryProjectGrants, { projectId: id })).toMatchObject([{ mayWrite: false }])
  })
})
