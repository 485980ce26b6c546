import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { expandGlobs } from './glob.mjs'

/** @type {string} */
let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-glob-'))
  for (const file of [
    'features/b/server.ts',
    'features/a/server.ts',
    'features/c/text.ts',
    'features/serve.ts',
    'apps/server/rooms.ts',
  ]) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), '')
  }
})
afterEach(() => rmSync(root, { recursive: true }))
const expand = (/** @type {string} */ source) => expandGlobs(source, join(root, 'apps/server'))

it('an eager glob becomes imports, in order, and line numbers stay the same', () => {
  const source =
    "// rooms\nconst all = import.meta.glob<{ default: Room[] }>('../../features/*/server.ts', { eager: true })\n"
  expect(expand(source).code).toBe(
    'import * as globbed0 from "../../features/a/server.ts";import * as globbed1 from "../../features/b/server.ts";' +
      '// rooms\nconst all = { "../../features/a/server.ts": globbed0, "../../features/b/server.ts": globbed1 }\n',
  )
})

it('a lazy glob becomes functions', () => {
  expect(expand("import.meta.glob('../../features/*.ts')").code).toBe(
    '{ "../../features/serve.ts": () => import("../../features/serve.ts") }',
  )
})

it('the searched folders are watched, so that a new room is found', () => {
  const { folders } = expand("import.meta.glob('../../features/*/server.ts', { eager: true })")
  expect(folders).toEqual(expect.arrayContaining([join(root, 'features'), join(root, 'features/c')]))
})

it('an unsupported glob stops the build', () => {
  expect(() => expand('import.meta.glob(pattern)')).toThrow(/one quoted pattern/)
})
