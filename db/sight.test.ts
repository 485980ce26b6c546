// Two companies in one database: no statement of one reaches the rows of the other.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { EquipmentId, GatewayId, GroupId, OrgId } from '../contract/fields.ts'
import { testDatabase } from '../testkit/database.ts'
import type { Database } from './pool.ts'
import { type Sight, scopesWith, sightOf, type VisibleDevices, type WritableSight, writableSight } from './sight.ts'

let database: Database
type Company = { orgId: OrgId; pump: EquipmentId; valve: EquipmentId; gatewayId: GatewayId }
let ours: Company
let theirs: Company
beforeAll(async () => {
  database = await testDatabase()
  ours = await company('ours')
  theirs = await company('theirs')
})
afterAll(() => database.stop())

async function company(name: string): Promise<Company> {
  const db = database.kysely
  const one = async <Id>(query: { execute(): Promise<{ id: Id }[]> }) => (await query.execute())[0]!.id
  const orgId = await one(db.insertInto('organisation').values({ name, createdAt: 1 }).returning('id'))
  const account = { orgId, loginname: name, passwordHash: '', roleType: 'enterprise' as const, name, createdAt: 1 }
  const createdBy = await one(db.insertInto('account').values(account).returning('id'))
  const device = (title: string) =>
    one(db.insertInto('equipment').values({ orgId, name: title, createdAt: 1, createdBy }).returning('id'))
  const [pump, valve] = [await device('pump'), await device('valve')]
  const sn = `SN-${name}`
  const secrets = { claimCodeHash: Buffer.of(1), secretHash: Buffer.of(1), secretSealed: Buffer.of(1) }
  const gateway = { orgId, sn, series: 'x', model: 'y', createdAt: 1, ...secrets }
  const gatewayId = await one(db.insertInto('gateway').values(gateway).returning('id'))
  await db.insertInto('binding').values({ orgId, equipmentId: pump, gatewayId, boundAt: 1 }).execute()
  return { orgId, pump, valve, gatewayId }
}

const seeing = (orgId: OrgId, devices: VisibleDevices = 'all') =>
  sightOf(database.sights(orgId, false), { orgId, devices })
const writing = (orgId: OrgId, devices: VisibleDevices = 'all') =>
  writableSight(database.sights(orgId, true), { orgId, devices })

const idsOf = async (sight: Sight) => {
  const rows = await sight.from('equipment').select('equipment.id').orderBy('equipment.id').execute()
  return rows.map(({ id }) => id)
}

describe('reading', () => {
  test('finds only the rows of its own organisation, even if the query drops its condition', async () => {
    expect(await idsOf(seeing(ours.orgId))).toEqual([ours.pump, ours.valve])
    const cleared = seeing(ours.orgId).from('equipment').select('equipment.id').where('id', '=', theirs.pump)
    expect(await cleared.clearWhere().orderBy('id').execute()).toEqual([{ id: ours.pump }, { id: ours.valve }])
  })

  test('is narrowed to the visible devices in every table that has one', async () => {
    const sight = seeing(ours.orgId, [ours.valve])
    expect(await idsOf(sight)).toEqual([ours.valve])
    expect(await sight.from('binding').selectAll().execute()).toEqual([])
    expect(await sight.from('gateway').select('gateway.sn').execute()).toEqual([])
    expect(await seeing(ours.orgId, [ours.pump]).from('gateway').select('gateway.sn').execute()).toEqual([
      { sn: 'SN-ours' },
    ])
  })

  test('of groups finds those with visible devices, and the groups above them', async () => {
    const db = database.kysely
    const group = async (name: string, parentId: GroupId | null) => {
      const row = { orgId: ours.orgId, name, parentId, createdAt: 1 }
      return (await db.insertInto('deviceGroup').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    const works = await group('works', null)
    const line = await group('line', works)
    await group('empty', line)
    await group('other', null)
    await db.updateTable('equipment').set({ groupId: line }).where('id', '=', ours.valve).execute()
    const named = async (devices: VisibleDevices) => {
      const scopes = scopesWith({ deviceGroup: { org: 'orgId', device: 'holding' } })
      const sight = sightOf(database.sights(ours.orgId, false), { orgId: ours.orgId, devices, scopes })
      const rows = await sight.from('deviceGroup').select('deviceGroup.name').orderBy('deviceGroup.id').execute()
      return rows.map(({ name }) => name)
    }
    expect(await named([ours.valve])).toEqual(['works', 'line'])
    expect(await named([ours.pump])).toEqual([])
    expect(await named([])).toEqual([])
    expect(await named('all')).toEqual(['works', 'line', 'empty', 'other'])
  })

  test('a join and a subquery are narrowed too', async () => {
    const sight = seeing(ours.orgId)
    const joined = await sight
      .from('equipment')
      .innerJoin(sight.table('gateway'), (join) => join.onTrue())
      .select(['equipment.id', 'gateway.sn'])
      .select((eb) =>
        eb
          .selectFrom(sight.table('binding'))
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .as('bindings'),
      )
      .orderBy('equipment.id')
      .execute()
    expect(joined).toEqual([ours.pump, ours.valve].map((id) => ({ id, sn: 'SN-ours', bindings: 1 })))
  })

  test('a table that was not joined through the sight does not compile', () => {
    const sight = seeing(ours.orgId)
    const query = sight.from('equipment')
    // @ts-expect-error a free join
    query.innerJoin('gateway', 'gateway.id', 'equipment.id')
    // @ts-expect-error a free subquery
    query.select((eb) => eb.selectFrom('gateway').select('gateway.sn').as('sn'))
    // @ts-expect-error a table of the platform
    expect(() => sight.from('loginGuard')).toThrow()
    expectTypeOf<Sight>().not.toHaveProperty('insert')
  })
})

describe('numbers of two kinds', () => {
  const serving = (sight: Sight, equipmentId: EquipmentId) =>
    sight.from('binding').select('binding.gatewayId').where('binding.equipmentId', '=', equipmentId)

  test('are distinguished by their tables', async () => {
    const bound = await serving(seeing(ours.orgId), ours.pump).executeTakeFirstOrThrow()
    expect(bound).toEqual({ gatewayId: ours.gatewayId })
    expectTypeOf(bound.gatewayId).toEqualTypeOf<GatewayId>()
  })

  test('do not compile in place of one another, nor does a plain number', () => {
    const sight = writing(ours.orgId)
    const { pump, gatewayId } = ours
    // @ts-expect-error a gateway's where a device's is asked
    serving(sight, gatewayId)
    // @ts-expect-error in a condition
    sight.from('equipment').where('equipment.id', '=', gatewayId)
    // @ts-expect-error in a change
    sight.update('binding', { gatewayId: pump })
    // @ts-expect-error in a new row
    sight.insert('binding', { equipmentId: gatewayId, gatewayId, boundAt: 1 })
    // @ts-expect-error a number out of nowhere
    sight.remove('gateway').where('id', '=', 7)
    expectTypeOf<GatewayId>().not.toExtend<EquipmentId>()
  })
})

describe('writing', () => {
  test('sets the organisation automatically, and refuses another one', async () => {
    const sight = writing(ours.orgId)
    const foreign = { orgId: theirs.orgId, name: 'group', createdAt: 1, parentId: null }
    // @ts-expect-error its organisation is not the caller's to choose
    const inserting = sight.insert('deviceGroup', { ...foreign })
    const row = (await inserting.returning('orgId').executeTakeFirstOrThrow()) as { orgId: number }
    expect(row.orgId).toBe(ours.orgId)
    // @ts-expect-error nor is it changed
    expect(() => sight.update('deviceGroup', { ...foreign })).toThrow('deviceGroup')
  })

  test('neither changes nor removes rows that it cannot see', async () => {
    const sight = writing(ours.orgId, [ours.valve])
    for (const id of [theirs.pump, ours.pump]) {
      expect(await sight.update('equipment', { name: 'mine' }).where('id', '=', id).returning('id').execute()).toEqual(
        [],
      )
      expect(await sight.remove('equipment').where('id', '=', id).returning('id').execute()).toEqual([])
    }
    const write = sight.update('equipment', { name: 'mine' })
    // @ts-expect-error a write is never widened
    expect(write.clearWhere).toBeTypeOf('function')
  })

  test('a sight of the whole organisation reaches invisible rows, but none of another organisation', async () => {
    const whole = writing(ours.orgId, [ours.valve]).wholeOrg()
    expect(await idsOf(whole)).toEqual([ours.pump, ours.valve])
    const write = whole.update('equipment', { name: 'mine' }).where('id', '=', theirs.pump)
    expect(await write.returning('id').execute()).toEqual([])
  })

  test('a row cannot refer to a row of another organisation', async () => {
    const page = { equipmentId: theirs.pump, title: 'x', content: '{}', updatedAt: 1 }
    await expect(writing(ours.orgId).insert('page', page).execute()).rejects.toThrow('page_org_id_equipment_id_fkey')
  })
})

describe('going around it', () => {
  const raw = (orgId: OrgId, mayWrite = true) => database.sights(orgId, mayWrite)

  test('a statement without a scope reads its own organisation', async () => {
    expect(await raw(ours.orgId).selectFrom('equipment').select('id').orderBy('id').execute()).toEqual([
      { id: ours.pump },
      { id: ours.valve },
    ])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from equipment where org_id = ${theirs.orgId}`.execute(raw(ours.orgId))
    expect(rows).toEqual([{ n: 0 }])
  })

  test('the widened write, and the foreign row, fail in the database', async () => {
    const write = writing(ours.orgId).update('equipment', { remark: 'x' }) as unknown as {
      clearWhere(): ReturnType<WritableSight['update']>
    }
    await write.clearWhere().execute()
    const untouched = database.kysely.selectFrom('equipment').select('id').where('remark', 'is', null).orderBy('id')
    expect(await untouched.execute()).toEqual([{ id: theirs.pump }, { id: theirs.valve }])
    const group = { orgId: theirs.orgId, name: 'group', createdAt: 1 }
    await expect(raw(ours.orgId).insertInto('deviceGroup').values(group).execute()).rejects.toThrow(
      'row-level security',
    )
  })

  test('a session that names no organisation sees nothing', async () => {
    const { rows } = await database.pool.query(
      "select set_config('app.org', '', true), (select count(*)::int from equipment) as n",
    )
    expect(rows[0].n).toBe(0)
  })

  test('a reading connection cannot write', async () => {
    await expect(raw(ours.orgId, false).deleteFrom('deviceGroup').execute()).rejects.toThrow('read-only transaction')
  })

  test('every table with an organisation has its policy', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname = 'org_id'
         and not c.relispartition and not (c.relrowsecurity and exists (select from pg_policy where polrelid = c.oid))`,
    )
    expect(rows).toEqual([])
  })
})
