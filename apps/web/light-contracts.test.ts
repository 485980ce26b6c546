import { expect, test } from 'vitest'
import { lightContract } from './light-contracts.ts'

test('a call keeps its path and permission, and loses its schemas and its description', () => {
  const source = `export const query = post('/query', {
  may: 'a:view',
  about: 'A page.',
  input: z.object({ id: z.number() }),
  output: z.object({ rows: z.array(Row) }),
})
`
  const light = lightContract(source)
  expect(light).toContain("post('/query', {\n  may: 'a:view',")
  expect(light).not.toMatch(/about|input|output|Row/)
})

test('a call within a function loses them too', () => {
  const source = `const callsOf = (kind: string) => ({ info: post(kind, { input: nothing, may: 'a', output: done }) })\n`
  expect(lightContract(source)).toBe(`const callsOf = (kind: string) => ({ info: post(kind, { may: 'a', }) })\n`)
})

test('a constant is left out where nothing uses it, a type and a function stay as they are', () => {
  const source = `export const Row = z.object({ id: z.number() })
export type Row = z.output<typeof Row>
export const limit = 7
export const isFull = (rows: Row[]) => rows.length > limit
`
  expect(lightContract(source)).toBe(`export const Row = /*#__PURE__*/ (() => (z.object({ id: z.number() })))()
export type Row = z.output<typeof Row>
export const limit = 7
export const isFull = (rows: Row[]) => rows.length > limit
`)
})

test('an object of another name keeps its input', () => {
  const source = `export const shown = wrap('/x', { input: 1 })\n`
  expect(lightContract(source)).toContain('{ input: 1 }')
})
