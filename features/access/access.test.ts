// Passwords asked again, passwords that must be chosen, and organisations that a session acts in: over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrgId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../testkit/server.ts'
import { type Site, site } from '../../testkit/site.ts'
import { queryActing, setActing } from '../acting/contract.ts'
import { equipmentInfo, queryEquipments } from '../equipment/contract.ts'
import { renewGatewaySecret } from '../gateway-registry/contract.ts'
import { confirmPassword, userInfo } from '../login/contract.ts'
import { queryMonitored } from '../monitor/contract.ts'
import { queryOperations } from '../operation-log/contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

const later = () => {
  clock.at += limits.confirmedMs + 1
}

describe('a call that asks for the password again', () => {
  const renew = (who: Caller) => who.ask(renewGatewaySecret, { id: 1 as never })

  test('is done within ten minutes of it, and refused with 1011 later', async () => {
    const admin = await server.as('admin', adminPassword)
    expect((await renew(admin)).code).toBe(10002)
    later()
    expect((await renew(admin)).code).toBe(1011)
    await admin.call(confirmPassword, { password: adminPassword })
    expect((await renew(admin)).code).toBe(10002)
    later()
    expect((await renew(admin)).code).toBe(1011)
  })

  test('wrong passwords are told, logged, and the fifth ends the session', async () => {
    const admin = await server.as('admin', adminPassword)
    later()
    for (let i = 1; i < limits.confirmTries; i++)
      expect((await admin.ask(confirmPassword, { password: 'wrong' })).code).toBe(1024)
    expect((await renew(admin)).code).toBe(1011)
    expect((await admin.ask(confirmPassword, { password: 'wrong' })).code).toBe(1006)
    expect((await admin.ask(userInfo, {})).code).toBe(1006)
    const { rows } = await server.admin.call(queryOperations, { act: 'loginFailed' })
    expect(rows.filter(({ code }) => code === 1024)).toHaveLength(limits.confirmTries)
  })

  test('many wrong ones at once are worth no more than five', async () => {
    const admin = await server.as('admin', adminPassword)
    later()
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => (await admin.ask(confirmPassword, { password: 'wrong' })).code),
    )
    expect(codes.filter((code) => code === 1024).length).toBeLessThan(limits.confirmTries)
    expect((await admin.ask(confirmPassword, { password: adminPassword })).code).toBe(1006)
  })

  test('one password counts for its own session alone', async () => {
    const [one, two] = [await server.as('admin', adminPassword), await server.as('admin', adminPassword)]
    later()
    await one.call(confirmPassword, { password: adminPassword })
    expect((await renew(two)).code).toBe(1011)
  })
})

test('an account that must choose a password can do nothing else', async () => {
  await server.addAccount({ loginname: 'newcomer', roleType: 'internal' })
  const change = { changePassword: true }
  await server.platform.db.updateTable('account').set(change).where('loginname', '=', 'newcomer').execute()
  const person = await server.as('newcomer', adminPassword)
  expect(await person.call(userInfo, {})).toMatchObject({ changePassword: true })
  expect((await person.ask(queryMonitored, {})).code).toBe(1012)
})

describe('a guest', () => {
  let other: Caller
  let shared: Site
  let hidden: Site
  const grant = async (mayWrite: boolean) => {
    const { db } = server.platform
    const guest = await db.selectFrom('account').select('id').where('loginname', '=', 'other').executeTakeFirstOrThrow()
    await db.deleteFrom('accessGrant').execute()
    const row = {
      orgId: OrgId.parse(1),
      accountId: guest.id,
      equipmentId: shared.equipmentId,
      mayWrite,
      createdAt: clock.at,
    }
    await db.insertInto('accessGrant').values(row).execute()
  }
  beforeAll(async () => {
    shared = await site(server, 'Shared')
    hidden = await site(server, 'Hidden')
    other = await server.otherCompany()
    await grant(false)
  })

  test('acts in its own organisation until it chooses the other', async () => {
    const own = await other.call(queryActing, {})
    expect(own).toMatchObject([
      { name: 'Other', isOwn: true, isCurrent: true },
      { id: 1, isOwn: false, isCurrent: false },
    ])
    expect((await other.call(queryMonitored, {})).rows).toEqual([])
    await other.call(setActing, { orgId: 1 as never })
    expect((await other.call(queryMonitored, {})).rows.map(({ name }) => name)).toEqual(['Shared'])
    expect(await other.call(userInfo, {})).toMatchObject({ orgId: 1, dataRange: 'granted', authRegion: [] })
  })

  test('sees there what was authorised and manages nothing', async () => {
    expect((await other.ask(equipmentInfo, { id: hidden.equipmentId })).code).toBe(1101)
    expect((await other.ask(queryEquipments, {})).code).toBe(90002)
  })

  test('is at home again once nothing is authorised any more, and cannot come back', async () => {
    await server.platform.db.deleteFrom('accessGrant').execute()
    expect(await other.call(userInfo, {})).toMatchObject({ orgName: 'Other' })
    expect((await other.ask(setActing, { orgId: 1 as never })).code).toBe(10002)
  })

  test('nobody acts in an organisation that authorised nothing to it, or in one that is disabled', async () => {
    expect((await server.admin.ask(setActing, { orgId: 2 as never })).code).toBe(10002)
    await grant(true)
    await other.call(setActing, { orgId: 1 as never })
    await server.platform.db
      .updateTable('organisation')
      .set({ disabled: true })
      .where('id', '=', OrgId.parse(1))
      .execute()
    expect((await other.ask(userInfo, {})).code).toBe(1006)
    await server.platform.db
      .updateTable('organisation')
      .set({ disabled: false })
      .where('id', '=', OrgId.parse(1))
      .execute()
  })
})
