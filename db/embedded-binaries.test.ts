import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeLinks, packagedBinaries, usableBinaries } from './embedded-binaries.ts'

const isRoot = process.getuid?.() === 0
// PostgreSQL runs as `nobody` if the test runs as root, else as the test's user; a different mode makes a file
// unreadable to each.
const runAs = isRoot ? { uid: 65534, gid: 65534 } : undefined
const closedMode = isRoot ? 0o700 : 0o600

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-binaries-'))
  chmodSync(folder, 0o755)
})

afterEach(() => rmSync(folder, { recursive: true }))

/** A package whose install script was skipped by npm: without its links. */
function packageIn(parent: string): ReturnType<typeof packagedBinaries> {
  const packaged = packagedBinaries()
  const copy = join(parent, 'native')
  cpSync(packaged.folder, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  for (const entry of readdirSync(join(copy, 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(copy, 'lib', entry.name))
  }
  return { ...packaged, folder: copy, postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

const noCopy = (): string => {
  throw new Error('no copy was expected')
}

it('links that a skipped install script would have created are created', () => {
  const packaged = packageIn(folder)
  expect(usableBinaries(undefined, noCopy, packaged).postgres).toBe(packaged.postgres)
  makeLinks(packaged.folder)
})

it('binaries that the user of PostgreSQL cannot reach are copied once', () => {
  const hidden = join(folder, 'hidden')
  mkdirSync(hidden, { mode: 0o700 })
  const packaged = packageIn(hidden)
  if (!isRoot) chmodSync(packaged.postgres, closedMode)
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o755 })
  const usable = usableBinaries(runAs, () => home, packaged)
  expect(usable.postgres.startsWith(home)).toBe(true)
  expect(usableBinaries(runAs, () => home, packaged)).toEqual(usable)
  expect(readdirSync(home)).toHaveLength(1)
})

it('files unreadable under a strict umask are copied with open permissions', () => {
  const packaged = packageIn(folder)
  chmodSync(packaged.postgres, closedMode)
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o755 })
  expect(usableBinaries(runAs, () => home, packaged).postgres.startsWith(home)).toBe(true)
})
