import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { digestOf } from './build.mjs'
import { exitCodeOf } from './child.mjs'
import { ensureInstalled, installKey } from './install.mjs'

/** @type {string} */
let root
const all = () => digestOf(root, () => true)
/** @param {string} path @param {string} text @param {number} [at] seconds */
function put(path, text, at = 1_700_000_000) {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, at, at)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-build-'))
  put('apps/demo/main.ts', 'one')
})
afterEach(() => rmSync(root, { recursive: true }))

it('a changed, new, renamed or deleted source requires a build', () => {
  const seen = [all()]
  put('apps/demo/main.ts', 'two', 1_700_000_001)
  seen.push(all())
  put('core/time.ts', '')
  seen.push(all())
  rmSync(join(root, 'core/time.ts'))
  put('core/clock.ts', '')
  seen.push(all())
  expect(new Set(seen).size).toBe(seen.length)
})

it('tests and files elsewhere do not', () => {
  const before = all()
  put('apps/demo/main.test.ts', '')
  put('docs/glossary.md', '')
  put('dist/demo.mjs', '')
  expect(all()).toBe(before)
})

it('packages are reinstalled for another lockfile, Node or machine', () => {
  const keys = [
    installKey('a', '20', 'linux', 'x64'),
    installKey('b', '20', 'linux', 'x64'),
    installKey('a', '22', 'linux', 'x64'),
    installKey('a', '20', 'linux', 'arm64'),
    installKey('a', '20', 'darwin', 'x64'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(installKey('a', '20', 'linux', 'x64')).toBe(keys[0])
})

it('linked packages are managed by the checkout they belong to', async () => {
  const elsewhere = join(root, 'elsewhere')
  mkdirSync(elsewhere)
  symlinkSync(elsewhere, join(root, 'node_modules'))
  await expect(ensureInstalled(root)).resolves.toBeUndefined()
})

it('an end by a signal gives the exit code of shells', () => {
  expect(exitCodeOf(3, null)).toBe(3)
  expect(exitCodeOf(null, 'SIGKILL')).toBe(137)
})

it('programs and agent that are built side by side are both finished', () => {
  const two = `
    import { bundle, buildEdge } from ${JSON.stringify(join(import.meta.dirname, 'programs.mjs'))}
    const [root, out] = process.argv.slice(1)
    process.exitCode = 3
    await Promise.all([bundle(root, [{ in: 'apps/demo/main.ts', out: 'demo' }]), buildEdge(root, out)])
    process.exitCode = 0`
  put('apps/demo/main.ts', 'console.log(1)')
  put('apps/edge/main.ts', Array.from({ length: 20_000 }, (_, i) => `export const a${i} = ${i}`).join('\n'))
  for (const name of ['gatehouse-edge.service', 'install.sh']) put(`apps/edge/${name}`, '')
  put('db/migrations/0001-none.sql', '')
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', two, root, root])
  expect([status, String(stderr)]).toEqual([0, ''])
})
