// Versions are never deleted, so the amount that a company can save per day is limited, for all kinds together.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { saveSignals } from '../../device/signal/contract.ts'
import { queryPageVersions, restorePage } from '../page-versions/contract.ts'
import { savePage } from './contract.ts'

const dayMs = 24 * 3600_000

test('a company that has used its daily amount saves nothing more until the next day; others do', async () => {
  const clock = { at: Date.UTC(2026, 6, 1) }
  await using server = await testServer({ now: () => clock.at })
  const { admin, platform } = server
  const equipmentId = await device(admin, 'Saved')
  const made = await configure(admin, equipmentId)
  const page = { equipmentId, title: 'Overview', json: '{"widgets":[]}' }
  const { id, version } = await admin.call(savePage, page)
  const { versionBytesADay, versionBytesMin } = limits
  await sql`insert into config_version
      (org_id, object_type, object_id, equipment_id, version, hash, content, author, created_at)
    select 1, 'page', -1, ${equipmentId}, n, '', '{}', '', ${clock.at}
    from generate_series(1, ${Math.ceil(versionBytesADay / versionBytesMin)}::int) n`.execute(platform.db)
  const change = { equipmentId, version: made.version, save: [], remove: [] }
  expect((await admin.ask(savePage, { ...page, id, version })).code).toBe(10014)
  expect((await admin.ask(restorePage, { id, version, restore: version })).code).toBe(10014)
  expect((await admin.ask(saveSignals, change)).code).toBe(10014)
  expect(await admin.call(queryPageVersions, { id })).toHaveLength(1)

  const other = await server.otherCompany()
  const theirs = await device(other, 'Of theirs')
  expect((await other.ask(savePage, { ...page, equipmentId: theirs })).code).toBe(200)

  clock.at += dayMs
  expect((await (await server.as('admin', adminPassword)).ask(saveSignals, change)).code).toBe(200)
})
