// Backup and restore as the commands do them, on private databases that run and that do not.
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { connectDatabase, openDatabase } from '../../db/pool.ts'
import { openSeal } from '../server/seal.ts'
import { makeBackup, makeRestore } from './work.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-backup-work-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

const quiet = () => undefined
const on = (place: string) => ({ dataDir: place, databaseUrl: null, databaseMigrateUrl: null })
const file = (name: string) => join(folder, name)
const fault = (message: RegExp) =>
  expect.objectContaining({ name: 'SetupError', message: expect.stringMatching(message) })

async function namesIn(place: string): Promise<string[]> {
  await using database = await openDatabase({ dataDir: place, log: quiet })
  const { rows } = await database.pool.query<{ name: string }>('select name from organisation order by id')
  return rows.map(({ name }) => name)
}

test('a running platform is backed up, a stopped one too, and both files make a new one', async () => {
  openSeal(dataDir)
  const running = await startEmbedded({ dataDir, log: quiet })
  try {
    const database = await connectDatabase({ ...running, setting: 'DATA_DIR', log: quiet })
    await migrate(database)
    await database.pool.query("insert into organisation (name, created_at) values ('One', 0)")
    expect(await makeBackup(on(dataDir), file('running'), '1', quiet)).toMatchObject({ rows: 2 })
    await expect(makeRestore(on(dataDir), file('running'), true, quiet)).rejects.toEqual(fault(/in use by a running/))
    await database.pool.query("insert into organisation (name, created_at) values ('Two', 0)")
    await database.stop()
  } finally {
    await running.stop()
  }
  await makeBackup(on(dataDir), file('stopped'), '1', quiet)
  await expect(makeRestore(on(dataDir), file('running'), false, quiet)).rejects.toEqual(fault(/is not empty/))
  expect(await namesIn(dataDir)).toEqual(['One', 'Two'])
  await makeRestore(on(dataDir), file('running'), true, quiet)
  expect(await namesIn(dataDir)).toEqual(['One'])
  await makeRestore(on(join(folder, 'other')), file('stopped'), false, quiet)
  expect(await namesIn(join(folder, 'other'))).toEqual(['One', 'Two'])
  const secret = openSeal(dataDir).seal('of a gateway')
  expect(openSeal(join(folder, 'other')).unseal(secret)).toBe('of a gateway')
})

test('where there is nothing to back up, or no folder to restore into, one line says so', async () => {
  await expect(makeBackup(on(dataDir), file('a'), '1', quiet)).rejects.toEqual(
    fault(/^The installation's key .*DATA_DIR/),
  )
  openSeal(dataDir)
  await expect(makeBackup(on(dataDir), file('a'), '1', quiet)).rejects.toEqual(
    fault(/^There is no database in DATA_DIR/),
  )
  writeFileSync(file('b'), 'in the way')
  await expect(makeRestore(on(file('b')), file('a'), false, quiet)).rejects.toEqual(fault(/^DATA_DIR .*cannot be made/))
  expect(readdirSync(folder).sort()).toEqual(['b', 'data'])
})
