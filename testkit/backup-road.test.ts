// The drill: a platform at work is backed up, works on, is lost, and is restored elsewhere from what was backed up.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup, makeRestore } from '../apps/backup/work.ts'
import { openDatabase } from '../db/pool.ts'
import { addGroup, queryGroups } from '../features/device/group/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { queryHistory } from '../features/watch/history/contract.ts'
import { testDatabase } from './database.ts'
import { until } from './eventually.ts'
import { addReport } from './reports.ts'
import { startWorld } from './world.ts'

const quiet = () => undefined

test('values, curves and logins come back, numbers go on, and the gateway goes on exactly once with what it still has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-drill-'))
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'new')
  const file = join(folder, 'plant.backup')
  await using first = await testDatabase()
  let restored: Awaited<ReturnType<typeof openDatabase>> | undefined
  try {
    await using world = await startWorld({ stations: ['intake'], database: first })
    const { equipmentId, gatewayId } = world.site('intake')
    const { columnIds } = await addReport(world.server.admin, equipmentId, { mode: 'change', columns: ['heartbeat'] })
    await world.server.admin.call(startSync, { id: gatewayId })
    const columnId = columnIds[0]!
    const from = Date.now() - 3_600_000
    const readings = async () => {
      await world.server.historian.settled()
      const asked = {
        equipmentId,
        signalIds: [],
        columnIds: [columnId],
        from,
        to: Date.now() + 3_600_000,
        points: 5000,
      }
      const { series } = await world.server.admin.call(queryHistory, { ...asked, reduce: 'latest' })
      return series[0]?.times.map((time, index) => `${time} ${series[0]!.values[index]}`) ?? []
    }
    /** Waits until `count` more readings are stored. */
    const more = async (count: number, than: readonly string[] = []) =>
      until(async () => ((await readings()).length >= than.length + count ? true : undefined))
    await more(4)

    // Readings arrive while the backup is being written.
    const urls = { databaseUrl: first.url, databaseMigrateUrl: first.migrateUrl }
    const sealedWith = await readFile(join(world.server.dataDir, 'secret.key'))
    const atLeast = await readings()
    await makeBackup({ dataDir: world.server.dataDir, ...urls }, file, '0.1.0', quiet)
    // The records that follow are in no backup: the gateway removes them after the acknowledgement.
    await more(4, atLeast)
    const all = await readings()
    const lost = await world.server.admin.call(addGroup, { name: 'Lost', parentId: null })

    await makeRestore({ dataDir, databaseUrl: null, databaseMigrateUrl: null }, file, false, quiet)
    restored = await openDatabase({ dataDir, log: quiet })
    await world.restartServer({ database: restored, dataDir })

    // The helper `testServer` has signed in with the password from before the backup.
    const back = await readings()
    expect(back).toEqual(expect.arrayContaining(atLeast))
    await world.gatewayUntil('intake', ({ state }) => state === 'online')
    await more(4, back)
    // Each reading after the backup is stored once if the gateway still had it, or else is counted as lost.
    const after = await readings()
    expect(new Set(after).size).toBe(after.length)
    const missing = all.filter((reading) => !after.includes(reading))
    const { rows } = await restored.pool.query<{ points: number }>(
      "select coalesce(sum(points), 0)::int as points from history_gap where reason = 'forgotten'",
    )
    expect(rows[0]!.points).toBeGreaterThanOrEqual(missing.length)
    expect(after.length).toBeGreaterThan(atLeast.length)

    const groups = await world.server.admin.call(queryGroups, {})
    expect(JSON.stringify(groups)).not.toContain('Lost')
    const added = await world.server.admin.call(addGroup, { name: 'Found', parentId: null })
    expect(Number((added as { id: number }).id)).toBeGreaterThan(Number((lost as { id: number }).id))
    expect(await readFile(join(dataDir, 'secret.key'))).toEqual(sealedWith)
    expect(await world.write('intake', 'flowSp', 120)).toMatchObject({ status: 'success', value: 120 })
  } finally {
    await restored?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}, 240_000)
