// Fields that a caller adds to a call: the organisation of an account, its kind and rights, and whether it is disabled
// change only through the calls for it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { AccountId, OrgId, RoleId } from '../../contract/fields.ts'
import { externalCalls, internalCalls, staffCalls } from '../../features/people/account/contract.ts'
import * as enterprise from '../../features/people/enterprise/contract.ts'
import { updateLoginUser } from '../../features/people/info/contract.ts'
import { addInvitation, enroll, openRegistration, register } from '../../features/people/invitation/contract.ts'
import { userInfo } from '../../features/people/login/contract.ts'
import * as security from '../../features/people/security/contract.ts'
import { saveUserConfig } from '../../features/platform/user-config/contract.ts'
import { codes } from '../../features/platform/verification/contract.ts'
import { captchaFor } from '../../testkit/captcha.ts'
import { inputSchema, members } from '../../testkit/sample.ts'
import { type Caller, type TestServer, testServer } from '../../testkit/server.ts'
import { rooms } from './rooms.ts'

let server: TestServer
/** The administrator of a company, and objects of that company. */
let boss: Caller
let orgId: OrgId
let roleId: RoleId
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  boss = await server.otherCompany()
  orgId = (await boss.call(userInfo, {})).orgId
  const role = { orgId, roleType: 'internal', name: 'Wide', dataRange: 'all', createdAt: 1 } as const
  roleId = (await server.platform.db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => server.stop())

let count = 0
let loginname = ''
beforeEach(() => {
  count += 1
  loginname = `maker${count}`
})
const fresh = (prefix: string) => `${prefix}${count}`
const password = 'kV7_tplm2Q'

/** The fields that must not change, of accounts and organisations. */
const rows = async () => {
  const { db } = server.platform
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'loginname', 'orgId', 'roleType', 'roleId', 'departmentId', 'disabled', 'createdBy'])
    .orderBy('id')
    .execute()
  const organisations = await db
    .selectFrom('organisation')
    .select(['id', 'kind', 'disabled', 'historyDays', 'secondFactorRequired'])
    .orderBy('id')
    .execute()
  return { accounts, organisations }
}

/** Added fields, in the spellings of the wire and of the database. */
const smuggled = {
  roleType: 'admin',
  role_type: 'admin',
  orgId: 1,
  org_id: 1,
  homeOrgId: 1,
  roleId: 0,
  disabled: true,
  isDisabled: true,
  createdBy: 1,
  isAdmin: true,
  isOwnPassword: true,
  changePassword: false,
  passwordHash: 'x',
  auths: ['platform:admin'],
  dataRange: 'all',
  kind: 'platform',
  historyDays: 1,
  secondFactorRequired: true,
}

type Asked = {
  by: Caller
  input: object
  /** The fields of the account that the call creates. */
  makes?: { orgId?: OrgId; roleType: string; roleId?: RoleId; disabled?: boolean }
  /** A further field whose wrong value would do harm in this call. */
  more?: object
}

async function account(roleType: 'internal' | 'external' = 'internal') {
  const calls = { internal: internalCalls, external: externalCalls }[roleType]
  const { id } = await boss.call(calls.add, { loginname: fresh('target'), name: 'Chen', password })
  return id
}
/** An account of the company that may change its own security settings. */
async function person(): Promise<Caller> {
  await server.platform.db
    .updateTable('account')
    .set({ changePassword: false })
    .where('id', '=', await account())
    .execute()
  const caller = await server.as(fresh('target'), password)
  await caller.call(security.validateOldPwdForChangePwd, { password })
  return caller
}
const codeTo = (to: string) =>
  /\b\d{6}\b/.exec(
    server.platform
      .use(codes)
      .outbox()!
      .find((message) => message.to === to)!.text,
  )![0]

async function company() {
  const made = await server.admin.call(enterprise.addEnterprise, {
    name: fresh('Works '),
    loginname: fresh('works'),
    accountName: 'Li',
    password,
  })
  const { rows: found } = await server.admin.call(enterprise.queryEnterprises, { keyword: fresh('Works ') })
  return { id: made.id, accountId: found[0]!.accounts[0]!.id }
}

const staffId = async () => {
  const { id } = await server.admin.call(staffCalls.add, { loginname: fresh('staff'), name: 'Op', password })
  return id
}
const newcomer = () => ({ loginname, name: 'New', password })
const platform = 1 as OrgId

const edited = async (id: AccountId) => ({ id, name: 'Renamed', phone: `1380000${1000 + count}` })
const tel = () => `138000${10_000 + count}`
const email = () => `made${count}@plant.example`

const attacks: [Endpoint, () => Promise<Asked>][] = [
  [internalCalls.add, async () => ({ by: boss, input: newcomer(), makes: { orgId, roleType: 'internal' } })],
  [externalCalls.add, async () => ({ by: boss, input: newcomer(), makes: { orgId, roleType: 'external' } })],
  [
    staffCalls.add,
    async () => ({
      by: server.admin,
      input: { ...newcomer(), isAdmin: false },
      makes: { orgId: platform, roleType: 'operation' },
    }),
  ],
  [internalCalls.edit, async () => ({ by: boss, input: await edited(await account()) })],
  [externalCalls.edit, async () => ({ by: boss, input: await edited(await account('external')) })],
  [staffCalls.edit, async () => ({ by: server.admin, input: { ...(await edited(await staffId())), isAdmin: false } })],
  [updateLoginUser, async () => ({ by: await person(), input: { name: 'Renamed', company: 'Waterworks' } })],
  [saveUserConfig, async () => ({ by: await person(), input: { settings: {} } })],
  [security.getSmsCodeForNew, async () => ({ by: await person(), input: { tel: tel() } })],
  [security.getEmailCode, async () => ({ by: await person(), input: { email: email() } })],
  [
    security.setTel,
    async () => {
      const by = await person()
      await by.call(security.getSmsCodeForNew, { tel: tel() })
      return { by, input: { tel: tel(), code: codeTo(tel()) } }
    },
  ],
  [
    security.setEmail,
    async () => {
      const by = await person()
      await by.call(security.getEmailCode, { email: email() })
      return { by, input: { email: email(), code: codeTo(email()) } }
    },
  ],
  [
    enterprise.editEnterprise,
    async () => ({ by: server.admin, input: { id: (await company()).id, name: fresh('Renamed ') } }),
  ],
  [
    enterprise.addEnterpriseAccount,
    async () => {
      const { id } = await company()
      return { by: server.admin, input: { ...newcomer(), orgId: id }, makes: { orgId: id, roleType: 'enterprise' } }
    },
  ],
  [
    enterprise.editEnterpriseAccount,
    async () => ({ by: server.admin, input: { id: (await company()).accountId, name: 'Renamed' } }),
  ],
  [enterprise.editMyOrganisation, async () => ({ by: boss, input: { name: fresh('Other ') } })],
  [
    enterprise.addEnterprise,
    async () => ({
      by: server.admin,
      input: { name: fresh('Works '), loginname, accountName: 'Li', password },
      makes: { roleType: 'enterprise' },
    }),
  ],
  [addInvitation, async () => ({ by: boss, input: { roleType: 'internal', days: 1, uses: 1 } })],
  [
    enroll,
    async () => {
      const { code } = await boss.call(addInvitation, { roleType: 'external', days: 1, uses: 1 })
      return { by: server.nobody, input: { code, ...newcomer() }, makes: { orgId, roleType: 'external' } }
    },
  ],
  [
    register,
    async () => {
      const { uuid } = await boss.call(openRegistration, { roleId, days: 1 })
      const makes = { orgId, roleType: 'internal', roleId, disabled: true }
      const input = { roleuuid: uuid, ...newcomer(), ...(await captchaFor(server, 'register')) }
      return { by: server.nobody, input, makes, more: { disabled: false } }
    },
  ],
]

test.each(attacks.map(([endpoint, prepare]) => [endpoint.path, endpoint, prepare] as const))(
  'added to %s they change nothing',
  async (_, endpoint, prepare) => {
    const { by, input, makes, more } = await prepare()
    const before = await rows()
    const own = new Set(Object.keys(input))
    const added = Object.entries({ ...smuggled, roleId, ...more }).filter(([key]) => !own.has(key))
    // A role that the call accepts is chosen by its input.
    const sent = { ...Object.fromEntries(added), ...(takes(endpoint, 'roleId') ? { roleId: null } : {}), ...input }
    expect(await by.ask(endpoint, sent)).toMatchObject({ code: 200 })
    const after = await rows()
    expect(after.accounts.filter(({ id }) => before.accounts.some((each) => each.id === id))).toEqual(before.accounts)
    expect(after.organisations.slice(0, before.organisations.length)).toEqual(before.organisations)
    const made = after.accounts.slice(before.accounts.length)
    const madeOf = after.organisations.slice(before.organisations.length)
    expect(madeOf).toMatchObject(
      endpoint === enterprise.addEnterprise
        ? [{ kind: 'enterprise', disabled: false, secondFactorRequired: false }]
        : [],
    )
    expect(made).toMatchObject(
      makes ? [{ loginname, orgId: madeOf[0]?.id, roleId: null, disabled: false, ...makes }] : [],
    )
  },
)

const takes = (endpoint: Endpoint, ...keys: string[]) =>
  members(inputSchema(endpoint)).some(([key]) => keys.includes(key))

test('no call with details of a person or a company is left out', () => {
  const known = ['phone', 'tel', 'email', 'company', 'settings']
  const taking = rooms.flat().filter(({ endpoint, kind }) => kind !== 'read' && takes(endpoint, ...known))
  const paths = (endpoints: readonly Endpoint[]) => endpoints.map(({ path }) => path).sort()
  expect(paths(attacks.map(([endpoint]) => endpoint))).toEqual(paths(taking.map(({ endpoint }) => endpoint)))
})
