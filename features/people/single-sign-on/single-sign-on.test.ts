// Signing in by a real provider over HTTP, on a real database.
import { describe, expect, test } from 'vitest'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { callerOf } from '../../../testkit/server.ts'
import {
  account,
  another,
  beginWorld,
  browser,
  change,
  clock,
  count,
  id,
  idp,
  links,
  log,
  orgId,
  person,
  server,
  setUp,
  slug,
  stored,
} from '../../../testkit/sign-on-world.ts'
import { internalCalls } from '../account/contract.ts'
import { addInvitation, enroll } from '../invitation/contract.ts'
import { userInfo } from '../login/contract.ts'
import { beginSignOn, confirmSignOn, signOnWay } from './contract.ts'

beginWorld()

describe('signing in', () => {
  test('links an account by a verified e-mail address, and later finds it by the subject alone', async () => {
    await setUp()
    const name = person()
    await account(`known${count}`, { email: `${name}@WORKS.example` })
    const first = browser()
    expect(await first.signIn(name, '/monitor/eg/list?word=a')).toMatchObject({
      code: 200,
      data: { to: '/monitor/eg/list?word=a' },
    })
    expect(await first.me().call(userInfo, {})).toMatchObject({ loginname: `known${count}`, orgId })
    idp.people.set(name, { email: 'another@works.example', email_verified: true })
    expect((await browser().signIn(name)).code).toBe(200)
    expect(await links()).toMatchObject([{ subject: name, issuer: idp.issuer }])
    expect((await log()).slice(0, 3).map(({ act }) => act)).toEqual(['login', 'login', 'signOnLinked'])
  })

  test('ignores an address that the provider has not verified', async () => {
    await setUp()
    for (const isVerified of [false, undefined]) {
      const name = person(isVerified === undefined ? {} : { email_verified: isVerified })
      if (isVerified === undefined) idp.people.set(name, { email: `${name}@works.example` })
      await account(`un${count}_${isVerified}`, { email: `${name}@works.example` })
      expect((await browser().signIn(name)).code).toBe(1086)
    }
    expect(await links()).toEqual([])
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', objectType: 'signOn', code: 1086, result: 'failure' })
  })

  test('links no account that only entered the address when joining, until the address is verified', async () => {
    await setUp({ addsAccounts: true })
    const boss = await server.otherCompany()
    const name = person()
    const squatter = { loginname: `squatter${count}`, name: 'Squatter', password: 'Waterworks1' }
    const { code } = await boss.call(addInvitation, { roleType: 'internal', days: 1, uses: 1 })
    await server.nobody.call(enroll, { code, ...squatter, email: `${name}@works.example` })
    const one = browser()
    expect((await one.signIn(name)).code).toBe(200)
    const { userId } = await one.me().call(userInfo, {})
    const { id: accountId } = (await stored(squatter.loginname))!
    expect(userId).not.toBe(accountId)
    const { db } = server.platform
    await db.deleteFrom('signOnLink').where('providerId', '=', id).execute()
    await db.updateTable('account').set({ emailAt: clock.at }).where('id', '=', accountId).execute()
    expect((await browser().signIn(name)).code).toBe(200)
    expect((await links()).map((link) => link.accountId)).toEqual([accountId])
  })

  test('links an account whose address was entered by an invitation or an administrator', async () => {
    await setUp()
    const boss = await server.otherCompany()
    const [invited, mended] = [person(), person()]
    const join = async (loginname: string, invitation: object, more: object) => {
      const { code } = await boss.call(addInvitation, { roleType: 'internal', days: 1, uses: 1, ...invitation })
      await server.nobody.call(enroll, { code, loginname, name: loginname, password: 'Waterworks1', ...more })
      return (await stored(loginname))!
    }
    await join(`invited${count}`, { email: `${invited}@works.example` }, {})
    const { id: edited } = await join(`mended${count}`, {}, { email: 'mistyped@works.example' })
    await boss.call(internalCalls.edit, { id: edited, name: 'Mended', email: `${mended}@works.example` })
    for (const name of [invited, mended]) expect((await browser().signIn(name)).code).toBe(200)
  })

  test('does not match letters of another alphabet with ASCII letters', async () => {
    await setUp()
    // The kelvin sign has an ASCII k as its lower case.
    const name = person({ email: `boss\u212a${count}@works.example` })
    await account(`bossk${count}`, { email: `bossk${count}@works.example` })
    expect((await browser().signIn(name)).code).toBe(1086)
  })

  test('ignores accounts of another organisation', async () => {
    await setUp({ addsAccounts: true })
    const name = person()
    const foreign = await account(`foreign${count}`, { email: `${name}@works.example` }, 1 as OrgId)
    expect((await browser().signIn(name)).code).toBe(200)
    const [link] = await links()
    expect(link?.accountId).not.toBe(foreign)
    expect(link?.orgId).toBe(orgId)
  })

  test('refuses a person who received the address of a linked colleague', async () => {
    await setUp()
    const [name, heir] = [person(), person()]
    await account(`left${count}`, { email: `${name}@works.example` })
    expect((await browser().signIn(name)).code).toBe(200)
    idp.people.set(heir, { email: `${name}@works.example`, email_verified: true })
    expect((await browser().signIn(heir)).code).toBe(1086)
    expect(await links()).toHaveLength(1)
  })

  test('refuses a disabled account and one of a disabled company, as after a password', async () => {
    await setUp()
    const name = person()
    const accountId = await account(`closed${count}`, { email: `${name}@works.example` })
    const { db } = server.platform
    expect((await browser().signIn(name)).code).toBe(200)
    await db.updateTable('account').set({ disabled: true }).where('id', '=', accountId).execute()
    expect((await browser().signIn(name)).code).toBe(1008)
    await db.updateTable('account').set({ disabled: false }).where('id', '=', accountId).execute()
    await db.updateTable('organisation').set({ disabled: true }).where('id', '=', orgId).execute()
    expect((await browser().signIn(name)).code).toBe(1023)
    await db.updateTable('organisation').set({ disabled: false }).where('id', '=', orgId).execute()
  })

  test('opens a new session and ends the earlier one', async () => {
    await setUp({ addsAccounts: true })
    const one = browser()
    await one.signIn(person())
    const before = one.cookie()
    await one.signIn(person())
    expect(one.cookie()).not.toBe(before)
    expect((await callerOf(server.url, before).ask(userInfo, {})).code).toBe(1006)
  })

  test('reports that the user cancelled at the provider', async () => {
    await setUp()
    const one = browser()
    expect(await one.signIn(null)).toMatchObject({
      code: 1085,
      msg: 'The sign-in service of your company did not sign you in',
    })
  })
})

describe('a sign-in over the provider', () => {
  test('works only in the browser that started it', async () => {
    await setUp({ addsAccounts: true })
    const [mine, attackers] = [browser(), browser()]
    const name = person()
    const back = await attackers.walk(await attackers.begin(), name)
    expect((await mine.finish(back)).code).toBe(1082)
    await mine.begin()
    expect((await mine.finish(back)).code).toBe(1082)
    expect((await attackers.finish(back)).code).toBe(200)
  })

  test('works once', async () => {
    await setUp({ addsAccounts: true })
    const one = browser()
    const back = await one.walk(await one.begin(), person())
    const mark = new Map(one.cookies)
    expect((await one.finish(back)).code).toBe(200)
    for (const [key, value] of mark) one.cookies.set(key, value)
    expect((await one.finish(back)).code).toBe(1082)
  })

  test('ends after ten minutes', async () => {
    await setUp({ addsAccounts: true })
    const one = browser()
    const back = await one.walk(await one.begin(), person())
    clock.at += limits.signOnMs + 1
    expect((await one.finish(back)).code).toBe(1082)
  })

  test('ends when the provider is changed, and works with no other provider', async () => {
    await setUp({ addsAccounts: true })
    const one = browser()
    const back = await one.walk(await one.begin(), person())
    expect((await one.finish(back, 'elsewhere')).code).toBe(1082)
    const again = await one.walk(await one.begin(), person())
    expect((await change({ addsAccounts: true })).code).toBe(200)
    expect((await one.finish(again)).code).toBe(1082)
  })

  test('is refused with a code of another sign-in, another state or another issuer', async () => {
    await setUp({ addsAccounts: true })
    const [one, other] = [browser(), browser()]
    const theirs = new URL(await other.walk(await other.begin(), person()))
    const injected = new URL(await one.walk(await one.begin(), person()))
    injected.searchParams.set('code', theirs.searchParams.get('code')!)
    expect((await one.finish(injected.href)).code).toBe(1084)
    const mixed = new URL(await one.walk(await one.begin(), person()))
    mixed.searchParams.set('iss', 'https://another.example')
    expect((await one.finish(mixed.href)).code).toBe(1084)
    const silent = new URL(await one.walk(await one.begin(), person()))
    silent.searchParams.delete('iss')
    expect((await one.finish(silent.href)).code).toBe(1084)
    expect((await one.finish(`${server.url}/?code=a`)).code).toBe(1082)
    expect((await one.finish(`${server.url}/?state=a&state=b&code=`)).code).toBe(1082)
  })

  test('sends PKCE, state, nonce and the redirect URI of this provider', async () => {
    await setUp()
    const { searchParams } = new URL(await browser().begin())
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: idp.clientId,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/sso/${slug}/callback`,
    })
    for (const key of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(key)!.length).toBeGreaterThan(40)
  })

  test('is limited per network, and for all networks together', async () => {
    await setUp()
    const { db } = server.platform
    const one = browser()
    await one.begin()
    const attempt = await db
      .selectFrom('signOnAttempt')
      .selectAll()
      .where('providerId', '=', id)
      .executeTakeFirstOrThrow()
    const waiting = Array.from({ length: limits.signOnsAtOnce }, (_, index) => ({
      ...attempt,
      stateHash: Buffer.from(`state ${index}`),
    }))
    for (let from = 0; from < waiting.length; from += 4000)
      await db
        .insertInto('signOnAttempt')
        .values(waiting.slice(from, from + 4000))
        .execute()
    expect((await one.ask(beginSignOn, { slug })).code).toBe(90003)
    clock.at += limits.signOnMs + 1
    expect((await one.ask(beginSignOn, { slug })).code).toBe(200)
  })
})

test('unknown and disabled short names get the same answer', async () => {
  await setUp({ enabled: false })
  const [off, none] = [await browser().ask(beginSignOn, { slug }), await browser().ask(beginSignOn, { slug: 'nobody' })]
  expect(off).toEqual(none)
  expect(off.code).toBe(1081)
})

describe('an account at the first sign-in', () => {
  test('is created if the provider may add accounts, with a free username', async () => {
    await setUp()
    const name = person({ preferred_username: `li.na${count}` })
    expect((await browser().signIn(name)).code).toBe(1086)
    await change({ addsAccounts: true })
    await account(`li_na${count}`)
    const one = browser()
    expect((await one.signIn(name)).code).toBe(200)
    const me = await one.me().call(userInfo, {})
    expect(me).toMatchObject({ roleType: 'internal', roleId: null, changePassword: false, name: 'Li Na', orgId })
    expect(me.loginname).toBe(`li_na${count}_1`)
    expect(await stored(me.loginname)).toMatchObject({ email: `${name}@works.example` })
    expect((await log()).map(({ act }) => act).slice(0, 3)).toEqual(['login', 'signOnLinked', 'add'])
  })

  test('must have an address in the allowed domains', async () => {
    await setUp({ addsAccounts: true, emailDomains: ['works.example'] })
    expect((await browser().signIn(person())).code).toBe(200)
    expect((await browser().signIn(person({ email: 'a@works.example.evil' }))).code).toBe(1086)
    expect((await browser().signIn(person({ email_verified: false }))).code).toBe(1086)
  })

  test('needs a free place in the organisation', async () => {
    await setUp({ addsAccounts: true })
    const { db } = server.platform
    await db.updateTable('organisation').set({ maxInternal: 0 }).where('id', '=', orgId).execute()
    const name = person()
    expect(await browser().signIn(name)).toMatchObject({ code: 1013 })
    expect(await links()).toEqual([])
    await db.updateTable('organisation').set({ maxInternal: 200 }).where('id', '=', orgId).execute()
  })

  test('is created once, however many sign-ins at the same moment', async () => {
    await setUp({ addsAccounts: true })
    const name = person()
    const both = [browser(), browser()]
    const backs = await Promise.all(both.map(async (each) => each.walk(await each.begin(), name)))
    const codes = await Promise.all(both.map(async (each, index) => (await each.finish(backs[index]!)).code))
    expect(codes).toEqual([200, 200])
    expect(await links()).toHaveLength(1)
  })
})

describe('the second step', () => {
  const withFactor = async (verifiesStep: boolean) => {
    await setUp({ verifiesStep })
    const name = person()
    const accountId = await account(`step${count}`, { email: `${name}@works.example` })
    const factor = { accountId, secretSealed: server.platform.seal('JBSWY3DPEHPK3PXP'), confirmedAt: 1, createdAt: 1 }
    await server.platform.db.insertInto('secondFactor').values(factor).execute()
    return name
  }

  test('is required unless the provider verifies it', async () => {
    const one = browser()
    expect(await one.signIn(await withFactor(false), '/where')).toMatchObject({
      code: 1051,
      data: { ticket: expect.any(String), to: '/where' },
    })
    expect((await one.me().ask(userInfo, {})).code).toBe(1006)
    another()
    expect((await browser().signIn(await withFactor(true))).code).toBe(200)
  })
})

describe('confirming', () => {
  const open = async () => {
    await setUp()
    const name = person()
    await account(`confirm${count}`, { email: `${name}@works.example`, roleType: 'enterprise' })
    const one = browser()
    await one.signIn(name)
    return { one, name }
  }
  const confirmed = async (one: ReturnType<typeof browser>) =>
    (await one.me().ask(internalCalls.add, { loginname: `maker${count}`, name: 'Made' })).code

  test('needs a new sign-in at the provider by the same person', async () => {
    const { one, name } = await open()
    clock.at += limits.confirmedMs + 1
    expect(await confirmed(one)).toBe(1011)
    expect(await one.me().call(signOnWay, {})).toEqual({ slug })
    const url = (await one.ask(confirmSignOn, {})).data!.url
    expect(url).toContain('prompt=login')
    const back = await one.walk(url, name)
    expect(await one.finish(back)).toMatchObject({ code: 200, data: { isConfirmed: true } })
    expect(await confirmed(one)).toBe(200)
  })

  test('is refused after a sign-in of another person', async () => {
    const { one } = await open()
    clock.at += limits.confirmedMs + 1
    const url = (await one.ask(confirmSignOn, {})).data!.url
    expect((await one.finish(await one.walk(url, person()))).code).toBe(1089)
    expect(await confirmed(one)).toBe(1011)
  })

  test('is open to linked accounts only', async () => {
    expect(await server.admin.call(signOnWay, {})).toEqual({ slug: null })
    expect((await server.admin.ask(confirmSignOn, {})).code).toBe(1081)
  })

  test('an old session at the provider does not confirm', async () => {
    await setUp()
    const name = person()
    await account(`old${count}`, { email: `${name}@works.example`, roleType: 'enterprise' })
    const one = browser()
    await one.signIn(name)
    // The provider uses the real clock, which has moved little meanwhile.
    clock.at += 2 * limits.confirmedMs
    await one.signIn(name)
    expect(await confirmed(one)).toBe(1011)
  })
})
