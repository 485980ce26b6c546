import { expect, test } from 'vitest'
import { colourPattern } from '../../widgets/colour.ts'
import { colourParts, colourText, fullHex, hexDigits, predefined, recentOf, withRecent } from './colour-parts.ts'

test.each([
  ['#1D5FA8', { hex: '1d5fa8', alpha: 100 }],
  ['#abc', { hex: 'aabbcc', alpha: 100 }],
  ['#abc8', { hex: 'aabbcc', alpha: 53 }],
  ['#1d5fa880', { hex: '1d5fa8', alpha: 50 }],
  ['rgb(29, 95, 168)', { hex: '1d5fa8', alpha: 100 }],
  ['rgba(29,95,168,0.25)', { hex: '1d5fa8', alpha: 25 }],
  ['rgb(29 95 168 / 25%)', { hex: '1d5fa8', alpha: 25 }],
  ['steel', undefined],
  ['', undefined],
  ['#12345', undefined],
])('%s has the parts %j', (stored, parts) => expect(colourParts(stored)).toEqual(parts))

test('the hex box accepts only digits; an empty one is white', () => {
  expect(['#1D5FA8', 'zz12 g', '1234567'].map(hexDigits)).toEqual(['1D5FA8', '12', '123456'])
  expect(['', 'abc', 'ABCDEF', '12'].map(fullHex)).toEqual(['ffffff', 'aabbcc', 'abcdef', '120000'])
})

test.each(Array.from({ length: 101 }, (_, alpha) => alpha))('an alpha of %i survives storing', (alpha) => {
  const stored = colourText({ hex: '1d5fa8', alpha })
  expect(stored).toMatch(colourPattern)
  expect(colourParts(stored)).toEqual({ hex: '1d5fa8', alpha })
})

test('twenty recent colours are stored, the last used first, each once', () => {
  let recent: string[] = []
  for (let each = 0; each < 30; each += 1) recent = withRecent(recent, `#0000${String(each).padStart(2, '0')}`)
  expect(recent).toHaveLength(20)
  expect(withRecent(recent, recent[5]!).slice(0, 2)).toEqual([recent[5], recent[0]])
  expect(recentOf(recent.join(' '))).toEqual(recent)
  expect([recentOf(null), recentOf('[object] url(x) #12')]).toEqual([[], []])
})

test('fifty colours are predefined, each once', () => {
  expect(new Set(predefined).size).toBe(50)
  for (const colour of predefined) expect(colour).toMatch(colourPattern)
})
