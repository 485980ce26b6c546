// The roles that a provider assigns, and who may set up a provider.
import { describe, expect, test } from 'vitest'
import type { OrgId } from '../../../contract/fields.ts'
import { adminPassword } from '../../../testkit/server.ts'
import {
  account,
  adopt,
  beginWorld,
  browser,
  change,
  count,
  id,
  idp,
  log,
  orgId,
  person,
  role,
  server,
  settingsOf,
  setUp,
  slug,
  stored,
} from '../../../testkit/sign-on-world.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { userInfo } from '../login/contract.ts'
import { addSignOn, beginSignOn, editSignOn, querySignOns, removeSignOn, signOnOrganisations } from './contract.ts'

beginWorld()

describe('roles', () => {
  const mapped = async () => {
    const [engineer, customer] = [await role('Engineer'), await role('Customer', 'external')]
    const roleMap = [
      { value: 'plant-engineers', roleId: engineer },
      { value: 'customers', roleId: customer },
      { value: 'staff', kind: 'internal' as const },
    ]
    await setUp({ addsAccounts: true, roleClaim: 'roles', roleMap })
    return { engineer, customer }
  }

  test('follow the provider’s claims at each sign-in', async () => {
    const { engineer, customer } = await mapped()
    const name = person({ roles: ['everybody', 'plant-engineers'] })
    const one = browser()
    await one.signIn(name)
    const { loginname } = await one.me().call(userInfo, {})
    expect(await stored(loginname)).toMatchObject({ roleType: 'internal', roleId: engineer })
    idp.people.get(name)!.roles = ['customers']
    expect((await one.signIn(name)).code).toBe(200)
    expect(await stored(loginname)).toMatchObject({ roleType: 'external', roleId: customer })
    idp.people.get(name)!.roles = ['staff']
    expect((await one.signIn(name)).code).toBe(200)
    expect(await stored(loginname)).toMatchObject({ roleType: 'internal', roleId: null })
    const lines = (await log()).filter(({ act }) => act === 'signOnRole')
    expect(lines[0]).toMatchObject({
      before: { roleType: 'external', roleName: `Customer ${count}` },
      after: { roleType: 'internal', roleId: null, roleName: null },
    })
  })

  test('missing at the provider are removed here, and a sign-in without a role is refused', async () => {
    await mapped()
    const name = person({ roles: ['plant-engineers'] })
    const one = browser()
    await one.signIn(name)
    const { loginname } = await one.me().call(userInfo, {})
    idp.people.get(name)!.roles = []
    expect((await browser().signIn(name)).code).toBe(1087)
    expect(await stored(loginname)).toMatchObject({ roleType: 'internal', roleId: null })
    expect((await browser().signIn(person({ roles: ['other'] }))).code).toBe(1087)
    expect((await browser().signIn(person())).code).toBe(1087)
  })

  test('an operator who loses the mapped role loses all permissions', async () => {
    const operators = await role('Operators', 'operation', 1 as OrgId)
    const settings = { roleClaim: 'roles', roleMap: [{ value: 'ops', roleId: operators }] }
    const { id: made } = await server.admin.call(addSignOn, {
      orgId: 1 as OrgId,
      ...settingsOf({ addsAccounts: true, ...settings }),
    })
    adopt(made)
    const name = person({ roles: ['ops'] })
    const one = browser()
    expect((await one.signIn(name)).code).toBe(200)
    const { loginname, roleType } = await one.me().call(userInfo, {})
    expect(roleType).toBe('operation')
    idp.people.get(name)!.roles = []
    expect((await browser().signIn(name)).code).toBe(1087)
    expect(await stored(loginname)).toMatchObject({ roleType: 'internal', roleId: null })
    expect((await one.me().ask(userInfo, {})).code).toBe(1006)
  })

  test('an administrator keeps the own placing, whatever the provider sends', async () => {
    await mapped()
    const name = person({ roles: ['customers'] })
    await account(`boss${count}`, { roleType: 'enterprise', email: `${name}@works.example` })
    expect((await browser().signIn(name)).code).toBe(200)
    expect(await stored(`boss${count}`)).toMatchObject({ roleType: 'enterprise', roleId: null })
  })

  test('that were deleted sign in no account', async () => {
    const { engineer } = await mapped()
    await server.platform.db
      .deleteFrom('role')
      .where('id', '=', engineer as never)
      .execute()
    expect((await browser().signIn(person({ roles: ['plant-engineers'] }))).code).toBe(1087)
    const row = (await server.admin.call(querySignOns, {})).rows.find((each) => each.id === id)
    expect(row?.roleMap[0]).toMatchObject({ value: 'plant-engineers', roleName: null })
  })
})

describe('the operator', () => {
  test('never sees a secret again, and neither do the log and the database', async () => {
    await setUp()
    const answer = JSON.stringify(await server.admin.call(querySignOns, {}))
    const rows = await server.platform.db.selectFrom('signOnProvider').selectAll().execute()
    const lines = JSON.stringify([...(await log()), ...(await log(1 as OrgId))])
    expect(answer).toContain(`${server.url}/sso/${slug}/callback`)
    expect(answer + lines).not.toContain(idp.clientSecret)
    expect(rows.every(({ secretSealed }) => !secretSealed.includes(idp.clientSecret))).toBe(true)
    expect((await log(1 as OrgId)).find(({ objectType }) => objectType === 'signOn')).toMatchObject({ act: 'add' })
  })

  test('enters the secret again after changing issuer or client', async () => {
    await setUp()
    expect((await change({ name: 'Another name' })).code).toBe(200)
    expect(await change({ issuer: 'https://elsewhere.example' })).toMatchObject({
      code: 10001,
      data: { field: 'secret' },
    })
    expect(await change({ clientId: 'another' })).toMatchObject({ code: 10001, data: { field: 'secret' } })
    expect((await change({ clientId: 'another', secret: 'new one' })).code).toBe(200)
  })

  test.each([
    ['slug', 'Works'],
    ['slug', 'a'],
    ['issuer', 'http://plant.example'],
    ['issuer', 'https://plant.example/?a=b'],
    ['issuer', 'https://user@plant.example'],
    ['issuer', 'file:///etc/passwd'],
    ['scope', 'email'],
    ['emailDomains', ['no domain']],
    ['roleMap', [{ value: 'a', roleId: null, kind: null }]],
    ['roleMap', [{ value: 'a', roleId: 1, kind: 'internal' }]],
    ['roleMap', [{ value: 'a', roleId: null, kind: 'enterprise' }]],
    ['roleMap', [{ value: 'a', roleId: 999_999 }]],
  ])('cannot set %s to %j', async (field, value) => {
    const input = { orgId, ...settingsOf(), [field]: value }
    const { code, data } = await server.admin.ask(addSignOn, input as never)
    expect({ code, field: String((data as unknown as { field: string }).field).split('.')[0] }).toEqual({
      code: 10001,
      field,
    })
  })

  test('cannot use a short name twice, or a role of another organisation', async () => {
    await setUp()
    expect(await server.admin.ask(addSignOn, { orgId, ...settingsOf() })).toMatchObject({
      code: 10003,
      data: { field: 'slug' },
    })
    const foreign = await role('Foreign', 'internal', 1 as OrgId)
    expect((await change({ roleMap: [{ value: 'a', roleId: foreign }] })).code).toBe(10001)
  })

  test('sees each organisation with its own roles only', async () => {
    const foreign = await role('Foreign to it', 'internal', 1 as OrgId)
    const found = await server.admin.call(signOnOrganisations, {})
    const rolesOf = (org: OrgId) => found.find((each) => each.id === org)?.roles.map((each) => Number(each.id))
    expect(rolesOf(1 as OrgId)).toContain(Number(foreign))
    expect(rolesOf(orgId)).not.toContain(Number(foreign))
  })

  test('must be an administrator: staff and enterprises are refused', async () => {
    await setUp()
    await server.addAccount({ loginname: `ops${count}`, roleType: 'operation' })
    for (const caller of [await server.as(`ops${count}`, adminPassword), await server.as('other', adminPassword)]) {
      expect((await caller.ask(querySignOns, {})).code).toBe(90002)
      expect((await caller.ask(removeSignOn, { id })).code).toBe(90002)
      expect((await caller.ask(signOnOrganisations, {})).code).toBe(90002)
      expect((await caller.ask(editSignOn, { id, ...settingsOf() })).code).toBe(90002)
    }
  })

  test('removes a provider: its sign-ins end, and accounts stay', async () => {
    await setUp({ addsAccounts: true })
    const one = browser()
    const name = person()
    await one.signIn(name)
    const { loginname } = await one.me().call(userInfo, {})
    await server.admin.call(removeSignOn, { id })
    expect((await browser().ask(beginSignOn, { slug })).code).toBe(1081)
    expect(await stored(loginname)).toBeDefined()
    expect((await server.admin.call(queryOperations, { keyword: 'Works directory' })).rows[0]).toMatchObject({
      act: 'delete',
    })
  })
})
