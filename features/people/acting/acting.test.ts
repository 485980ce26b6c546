// Guests: accounts that act in a company which has authorised devices to them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrgId } from '../../../contract/fields.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { equipmentInfo, queryEquipments } from '../../device/equipment/contract.ts'
import { queryMonitored } from '../../project/monitor/contract.ts'
import { userInfo } from '../login/contract.ts'
import { queryActing, setActing } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

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

  test('acts in its own organisation until it selects another', async () => {
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

  test('sees authorised devices there, and manages nothing', async () => {
    expect((await other.ask(equipmentInfo, { id: hidden.equipmentId })).code).toBe(1101)
    expect((await other.ask(queryEquipments, {})).code).toBe(90002)
  })

  test('returns to its own organisation once no authorisation is left, and cannot go back', async () => {
    await server.platform.db.deleteFrom('accessGrant').execute()
    expect(await other.call(userInfo, {})).toMatchObject({ orgName: 'Other' })
    expect((await other.ask(setActing, { orgId: 1 as never })).code).toBe(10002)
  })

  test('cannot act in an organisation without an authorisation, or in a disabled one', async () => {
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
