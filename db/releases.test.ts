// An upgrade: this program starts on a database of each earlier release, and every object is as it was. `RELEASE=<name> npx
// vitest run db/releases` writes the dump of this release (docs/how-to/write-a-release-dump.md).
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyOperations } from '../features/platform/operation-log/contract.ts'
import { queryAlarms } from '../features/watch/alarm/contract.ts'
import { queryHistory } from '../features/watch/history/contract.ts'
import { blankDatabase, testDatabase } from '../testkit/database.ts'
import {
  answersTo,
  backupOf,
  dataFolder,
  type Manifest,
  readManifest,
  releases,
  writeManifest,
} from '../testkit/releases/dump.ts'
import { fillRelease } from '../testkit/releases/fill.ts'
import { questionsAbout } from '../testkit/releases/questions.ts'
import { type TestServer, testServer } from '../testkit/server.ts'
import { type Manifest as BackupManifest, backUp } from './backup.ts'
import { readBackup } from './backup-file.ts'
import { loadBackup } from './load-backup.ts'
import { readMigrations } from './migrate.ts'

const written = process.env.RELEASE
const largestBytes = 300_000

/** Runs `act` on this program, started on the database of a backup as its release left it. */
async function onBackup<T>(file: string, clock: number, act: (server: TestServer) => Promise<T>): Promise<T> {
  await using folder = await dataFolder()
  await using database = await blankDatabase()
  await loadBackup({ database, dataDir: folder.path, file, isReplace: false })
  await using server = await testServer(
    { database, now: () => clock, loginsPerMinute: 10_000, callsPerMinute: 100_000 },
    { dataDir: folder.path },
  )
  return await act(server)
}

/** Fills a platform, writes its backup, and returns its manifest: the answers of a platform that was started on it. */
async function dumpTo(file: string, release: string): Promise<Manifest> {
  const clock = { at: Date.UTC(2026, 10, 2, 6) }
  await using folder = await dataFolder()
  await using database = await testDatabase()
  const server = await testServer(
    { database, now: () => clock.at, loginsPerMinute: 10_000, callsPerMinute: 100_000 },
    { dataDir: folder.path },
  )
  const filled = await fillRelease(server, clock).finally(() => server.stop())
  rmSync(file, { force: true })
  const key = readFileSync(join(folder.path, 'secret.key'))
  await backUp({ database, file, key, version: release, now: clock.at })
  const { callers } = filled
  const questions = questionsAbout(filled)
  const at = clock.at + 60_000
  const data = await onBackup(file, at, (started) => answersTo(started, { callers, questions }))
  return {
    release,
    clock: at,
    callers,
    answers: questions.map((question, index) => ({ ...question, data: data[index] })),
  }
}

/** The answers match the manifest; objects may have additional fields. */
async function expectUnchanged({ callers, clock, answers }: Manifest, file: string): Promise<void> {
  await onBackup(file, clock, async (server) => {
    const now = await answersTo(server, { callers, questions: answers })
    const named = (data: readonly unknown[]) => answers.map(({ as, path }, index) => ({ as, path, data: data[index] }))
    expect(named(now)).toMatchObject(named(answers.map(({ data }) => data)))
    expect(await server.admin.call(verifyOperations, {})).toMatchObject({ faults: [] })
  })
}

test('the content of a dump is read back, with history and alarms of all kinds', async () => {
  await using folder = await dataFolder()
  const file = written ? backupOf(written) : join(folder.path, 'now.backup')
  const manifest = await dumpTo(file, written ?? 'now')
  if (written) writeManifest(manifest)
  await expectUnchanged(manifest, file)
  const dataOf = (path: string) => manifest.answers.find((answer) => answer.path === path)?.data
  expect(dataOf(queryHistory.path)).toMatchObject({ series: [660, 660, 660, 660].map((total) => ({ total })) })
  expect(dataOf(queryAlarms.path)).toMatchObject({ counts: { open: 4, shelved: 1 } })
  const changed = { ...manifest, answers: manifest.answers.map((answer) => ({ ...answer, data: { total: 99 } })) }
  await expect(expectUnchanged(changed, file)).rejects.toThrow()
})

describe.each(releases())('the release %s', (release) => {
  test('has a dump of at most 300 kB', () => {
    expect(statSync(backupOf(release)).size).toBeLessThanOrEqual(largestBytes)
  })

  test('is upgraded by a start: its logins, objects, history and alarms are as they were', async () => {
    await expectUnchanged(readManifest(release), backupOf(release))
  })
})

test('the oldest dump is of an older schema', async () => {
  const [oldest] = releases()
  for await (const frame of readBackup(backupOf(oldest!))) {
    const { migrations } = ('json' in frame ? frame.json : {}) as BackupManifest
    expect(migrations.length).toBeGreaterThan(0)
    expect(migrations.length).toBeLessThan((await readMigrations()).length)
    break
  }
})
