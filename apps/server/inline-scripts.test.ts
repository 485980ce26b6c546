import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inlineScripts } from './inline-scripts.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-inline-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('each inline script of the page is listed by its hash, files are not', () => {
  writeFileSync(join(folder, 'index.html'), '<script>alert(1)</script><script src="/a.js"></script><p></p>')
  // The expected hash is the output of `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`.
  expect(inlineScripts(folder)).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"])
})

test('without a page the list is empty', () => {
  expect([inlineScripts(null), inlineScripts(join(folder, 'away'))]).toEqual([[], []])
})
