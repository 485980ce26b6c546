// Fails on an export that is used neither by a program nor by a test beside it. A list names the exports that only tests of
// other folders use; it may only become shorter. `EXPORTS=fix npx vitest run testkit/unused-exports` removes the
// keyword from exports that nothing uses.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Module, moduleOf, unusedExports, withoutExports } from './export-uses.ts'

const root = join(import.meta.dirname, '..')
const listed = readFileSync(join(root, 'testkit/exports-for-tests.txt'), 'utf8').split('\n').filter(Boolean)

/** Files whose exports are used by the name of the file: by tools, and by copies of the made-up pieces. */
const namedElsewhere =
  /\.config\.ts$|^apps\/edge\/serial-part\.ts$|^(e2e\/world|testkit\/global-setup)\.ts$|^scripts\/unhandled-reporter\.mjs$|^testkit\/made-up\//

/** Every file of the repository that is code. */
function modules(): Module[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return files
    .split('\n')
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.d\.m?ts$/.test(path))
    .map((path) => moduleOf(path, readFileSync(join(root, path), 'utf8')))
}

function fix(unused: readonly string[]): void {
  const names = new Map<string, Set<string>>()
  for (const [path = '', name = ''] of unused.map((each) => each.split(' ')))
    names.set(path, (names.get(path) ?? new Set()).add(name))
  for (const [path, own] of names)
    writeFileSync(join(root, path), withoutExports(path, readFileSync(join(root, path), 'utf8'), own))
}

test('no export is unused, and those for tests of other folders are the listed ones', () => {
  const unused = unusedExports(modules()).filter((each) => !namedElsewhere.test(each.split(' ')[0]!))
  if (process.env.EXPORTS === 'fix') fix(unused.filter((each) => !listed.includes(each)))
  expect(unused).toEqual(listed)
})

describe('a use is', () => {
  const used = (text: string) => moduleOf('a/b.ts', text).uses.map(({ target, name }) => `${target} ${name}`)

  test.each([
    ['an import', "import { x, y as z } from './c.ts'", ['a/c.ts x', 'a/c.ts y']],
    ['an import of a type', "import type { X } from '../c.ts'", ['c.ts X']],
    ['an import of the default', "import x, { type Y } from './c.ts'", ['a/c.ts default', 'a/c.ts Y']],
    ['an import of everything', "import * as x from './c.ts'", ['a/c.ts *']],
    ['no import of a package', "import { x } from 'zod'", []],
    ['an export of another file', "export { x } from './c.ts'\nexport * from './d.ts'", ['a/c.ts x', 'a/d.ts *']],
    ['a lazy import with names', 'const { x, y: z } = await import("./c.ts")', ['a/c.ts x', 'a/c.ts y']],
    ['a member of a lazy import', 'const x = (await import("./c.ts")).x()', ['a/c.ts x']],
    ['a lazy import with a function', 'import("./c.ts").then(({ x }) => x)', ['a/c.ts x']],
    ['a member in that function', 'import("./c.ts").then((c) => ({ default: c.X }))', ['a/c.ts X']],
    [
      'each of several lazy imports',
      'const [{ x }, { y }] = await Promise.all([import("./c.ts"), import("./d.ts")])',
      ['a/c.ts x', 'a/d.ts y'],
    ],
    ['a lazy import without names', 'const load = () => import("./c.ts")', ['a/c.ts ?']],
    ['a name in a type', 'type T = import("./c.ts").X', ['a/c.ts X']],
    ['an addition to an interface', "declare module './c.ts' {\n  interface X {}\n}", ['a/c.ts X']],
    ['a name in collected files', "import.meta.glob<{ x: 1 }>('./*/c.ts')", ['/^a\\/[^/]*\\/c\\.ts$/ x']],
    ['an import of collected files', "import.meta.glob('./*.ts', { import: 'x' })", ['/^a\\/[^/]*\\.ts$/ x']],
    ['a choice of folders', "import.meta.glob<T>('./{b,c}/**/d.ts')", ['/^a\\/(b|c)\\/(.*\\/)?d\\.ts$/ *']],
    ['not the text of a file', "import.meta.glob('./*.ts', { query: '?raw' })", []],
  ])('%s', (_, text, uses) => expect(used(text)).toEqual(uses))
})

describe('an export is unused', () => {
  const unused = (files: Record<string, string>) =>
    unusedExports(Object.entries(files).map(([path, text]) => moduleOf(path, text)))
  const own = { 'a/b.ts': 'export const x = 1\nexport type Y = typeof x\nexport default x' }

  test.each<[string, Record<string, string>, string[]]>([
    ['with no other file', {}, ['a/b.ts Y', 'a/b.ts default', 'a/b.ts x']],
    ['except for names that a program imports', { 'c.ts': "import b, { x, type Y } from './a/b.ts'" }, []],
    [
      'in a test of another folder',
      { 'c.test.ts': "import b, { x } from './a/b.ts'" },
      ['a/b.ts Y', 'a/b.ts default', 'a/b.ts x'],
    ],
    ['not in a test beside it', { 'a/c.test.ts': "import b, { x, type Y } from './b.ts'" }, []],
    [
      'in the testkit',
      { 'testkit/c.ts': "import * as b from '../a/b.ts'" },
      ['a/b.ts Y', 'a/b.ts default', 'a/b.ts x'],
    ],
    [
      'except for the default of a lazy import',
      { 'c.ts': 'const c = () => import("./a/b.ts")' },
      ['a/b.ts Y', 'a/b.ts x'],
    ],
    [
      'except for a collected name',
      { 'c.ts': "import.meta.glob<{ x: 1 }>('./*/b.ts')" },
      ['a/b.ts Y', 'a/b.ts default'],
    ],
  ])('%s', (_, others, names) => expect(unused({ ...own, ...others })).toEqual(names))

  test('in a contract although all contracts are collected', () => {
    const files = { 'a/contract.ts': 'export const x = 1', 'c.ts': "import.meta.glob<T>('./*/contract.ts')" }
    expect(unused(files)).toEqual(['a/contract.ts x'])
  })
})

test('fixing removes the keyword, and names of lists', () => {
  const text = [
    ...['/** One. */', 'export const x = 1', 'export type X = 1', 'export async function y() {}'],
    ...['export const [a, b] = [1, 2]', "export { c, d as e } from './d.ts'", "export { f } from './f.ts'"],
  ].join('\n')
  expect(withoutExports('a.ts', text, new Set(['x', 'X', 'y', 'a', 'b', 'e', 'f'])).split('\n')).toEqual([
    ...['/** One. */', 'const x = 1', 'type X = 1', 'async function y() {}'],
    ...['export const [a, b] = [1, 2]', "export { c } from './d.ts'", ''],
  ])
})
