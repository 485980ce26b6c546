import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { isStorableText, storableText, unstorableAt } from './storable.ts'

it.each([
  ['plain', true],
  ['水厂 \u{1F600}', true],
  ['\t\n\u0001', true],
  ['a\0b', false],
  ['\ud83d', false],
  ['\ude00x', false],
])('%j can be stored: %s', (text, can) => expect(isStorableText(text)).toBe(can))

test('removes characters that cannot be stored and keeps the rest', () => {
  expect(storableText('a\0b\ud83dc\u{1F600}')).toBe('abc\u{1F600}')
})

test('makes any text storable and does not change a storable one', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.nat(0xffff).map((c) => String.fromCharCode(c)) }),
      (fit, any) => {
        expect(isStorableText(storableText(any))).toBe(true)
        if (isStorableText(fit)) expect(storableText(fit)).toBe(fit)
      },
    ),
  )
})

it.each([
  [{ a: 1, b: ['x', null] }, undefined],
  ['\0', ''],
  [{ rows: ['x', { name: 'a\0' }] }, 'rows.1.name'],
  [{ a: { 'k\0': 1 } }, 'a'],
])('%j: %s', (value, path) => expect(unstorableAt(value)).toBe(path))

test('100,000 levels of nesting are rejected without a stack overflow', () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  expect(unstorableAt(deep)).toBeDefined()
})

test('each of a million values is read once', () => {
  let reads = 0
  const list = new Proxy([] as unknown[], {
    get(_, key) {
      if (key === 'length') return 1_000_000
      reads += 1
      return 0
    },
  })
  expect(unstorableAt({ list })).toBeUndefined()
  expect(reads).toBe(1_000_000)
})
