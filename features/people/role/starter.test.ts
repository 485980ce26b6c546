// Tests the roles of a new organisation.
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrgId } from '../../../contract/fields.ts'
import { readMigrations } from '../../../db/migrate.ts'
import type { DB } from '../../../db/schema.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { placedPermissions } from '../../frame/permissions.ts'
import { queryNames } from '../../platform/translation/contract.ts'
import { internalCalls } from '../account/contract.ts'
import { addEnterprise } from '../enterprise/contract.ts'
import { queryRoles } from './contract.ts'
import { cannotHave, keysFor, starterRows, starterWords } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const rolesOf = (db: Kysely<DB>, orgId: OrgId) =>
  db
    .selectFrom('role')
    .select(['roleType', 'name', 'remark', 'auths', 'dataRange'])
    .where('orgId', '=', orgId)
    .orderBy('id')
    .execute()

test('a new platform has viewer, operator, engineer and manager, and accounts can choose them', async () => {
  const names = ['Viewer', 'Operator', 'Engineer', 'Manager']
  const { roles } = await server.admin.call(queryRoles, {})
  expect(roles.map(({ name }) => name)).toEqual(names)
  const choices = await server.admin.call(internalCalls.choices, {})
  expect(choices.roles.map(({ name }) => name).sort()).toEqual([...names].sort())
})

test('names and remarks have a Chinese translation', async () => {
  const rows = await server.admin.call(queryNames, {})
  for (const [en, zh] of starterWords) expect(rows).toContainEqual({ source: en, en: null, zh, kinds: ['role'] })
})

test('each includes the rights of the one before, and its type can have them', () => {
  for (const [i, row] of starterRows.entries()) {
    expect(cannotHave('internal', { ...row, regions: null })).toBeUndefined()
    const before = new Set(starterRows[i - 1]?.auths)
    expect([...before].filter((key) => !row.auths.includes(key))).toEqual([])
  }
  expect(keysFor('internal').length).toBeGreaterThanOrEqual(starterRows.at(-1)!.auths.length)
})

test('a new enterprise has them too', async () => {
  const company = { name: 'Newcomers', loginname: 'newcomer', accountName: 'A' }
  const { id } = await server.admin.call(addEnterprise, company)
  expect(await rolesOf(server.platform.db, id)).toEqual(starterRows)
})

test('an existing organisation gets them, unless it has roles', async () => {
  const { kysely: db, pool, stop } = await testDatabase()
  const added = await db
    .insertInto('organisation')
    .values(['Bare', 'Equipped'].map((name) => ({ name, createdAt: 1 })))
    .returning('id')
    .execute()
  const [bare, equipped] = added.map(({ id }) => id)
  const own = { roleType: 'internal' as const, name: 'Ours', remark: null, auths: ['alarm:view'] }
  await db
    .insertInto('role')
    .values({ ...own, dataRange: 'own', orgId: equipped!, createdAt: 1 })
    .execute()
  const run = async (wanted: string) => {
    const { sql } = (await readMigrations()).find(({ name }) => name === wanted)!
    await pool.query(`begin;${sql};commit`)
  }
  await run('0113-starter-roles')
  expect(await rolesOf(db, equipped!)).toEqual([{ ...own, dataRange: 'own' }])
  const screens = placedPermissions.map(({ key }) => key).filter((key) => key.startsWith('monitor_'))
  const keyless = { ...own, name: 'Keyless', auths: ['monitor:view'], orgId: equipped!, dataRange: 'own' as const }
  await db
    .insertInto('role')
    .values({ ...keyless, createdAt: 1 })
    .execute()
  // Roles that see alarms may still open them from every screen; running the migration twice adds nothing more.
  await run('0117-alarm-screens')
  await run('0117-alarm-screens')
  // The order of permissions follows the folders of the rooms.
  const sorted = (roles: readonly { auths: readonly string[] }[]) =>
    roles.map((role) => ({ ...role, auths: [...role.auths].sort() }))
  expect(sorted(await rolesOf(db, bare!))).toEqual(sorted(starterRows))
  expect(screens).toHaveLength(4)
  expect((await rolesOf(db, equipped!)).map(({ auths }) => auths)).toEqual([
    ['alarm:view', ...screens],
    ['monitor:view'],
  ])
  await stop()
})
