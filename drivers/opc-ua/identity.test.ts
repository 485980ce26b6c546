import { mkdtemp, readlink, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { identityIn } from './identity.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'identity-'))
})
afterEach(() => rm(home, { recursive: true }))

it('is generated once, and then read from its file', async () => {
  const { applicationUri, certificate } = await identityIn(home)
  const moved = `${home}-moved`
  await rename(home, moved)
  const again = await identityIn(moved)
  await rename(moved, home)
  expect([again.applicationUri, again.certificate.equals(certificate)]).toEqual([applicationUri, true])
})

it('is not replaced when its file cannot be read: servers have accepted its certificate', async () => {
  const path = join(home, 'identity.json')
  // A link that points to itself makes reading fail with ELOOP.
  await symlink(path, path)
  const outcome = await identityIn(home).then(
    () => 'generated',
    (error: NodeJS.ErrnoException) => error.code,
  )
  expect(outcome).toBe('ELOOP')
  expect(await readlink(path)).toBe(path)
})
