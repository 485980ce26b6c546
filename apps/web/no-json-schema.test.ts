import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyModule, withoutProcessors } from './no-json-schema.ts'

test('the empty module has every function that was exported', () => {
  const source = 'export const first = (a) => a\nconst own = 1\nexport function second() {}\nexport { own as third }'
  expect(emptyModule(source)).toBe('const describe = () => undefined\nexport { describe as first, describe as second }')
})

test('processors describe nothing, and what the limits of a schema need stays', () => {
  const source = `export function aggregateChecks(schema) { return schema }
export const stringProcessor = (schema) => { aggregateChecks(schema) }
export const allProcessors = { string: stringProcessor }
`
  expect(withoutProcessors(source)).toBe(`export function aggregateChecks(schema) { return schema }
export const stringProcessor = () => undefined
export const allProcessors = () => undefined
`)
})

test('the processors of the installed zod are found', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('zod/v4/core'))
  const source = readFileSync(join(folder, 'json-schema-processors.js'), 'utf8')
  const light = withoutProcessors(source)
  expect(light).toContain('export function aggregateChecks')
  expect(light).toContain('export const stringProcessor = () => undefined')
  expect(light.length).toBeLessThan(source.length / 2)
})
