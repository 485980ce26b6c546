import { beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../contract/errors.ts'
import type { Value } from '../../core/data-type.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import { setLanguage } from '../../ui/language.ts'
import { entryOf } from './entries.ts'
import type { ChartLook } from './look.ts'
import { type PieKind, type PieStyle, pieOption, sentenceOf, shareLegend, sharesOf, shareWords } from './pie.ts'
import { chartText } from './text.ts'

beforeEach(() => setLanguage('en'))

type Told = Value | null | { value: Value | null; quality: Freshness; code?: number }
const entries = (...of: Told[]) =>
  of.map((told, index) => {
    const reading = typeof told === 'object' && told ? told : { value: told, quality: 'good' as const }
    return entryOf({ name: `v${index + 1}`, colour: 'red' }, reading)
  })
const bad = { value: null, quality: 'bad' as const }
const unseen = { value: null, quality: 'bad' as const, code: errorCode('noPermission') }
const never = { value: null, quality: 'never' as const }
const look: ChartLook = { width: 320, height: 240, colour: (css) => css, face: 'Inter' }
const style: PieStyle = {
  ...{ ringWidth: 20, fontSize: 12, fontColor: '', legend: 'bottom' },
  ...{ marginTop: 60, marginRight: 60, marginBottom: 60, marginLeft: 60 },
}
const t = chartText.in('en')
type Series = { radius: [number, number]; data: { name?: string; value: number }[] }
const drawn = (told: Told[], { kind = 'pie' as PieKind, change = {}, size = {} } = {}): Series => {
  const drawing = { kind, shares: sharesOf(entries(...told)), style: { ...style, ...change }, colour: undefined }
  return (pieOption(drawing, () => '', { ...look, ...size }) as { series: Series[] }).series[0]!
}

test.each<[string, Told[], number[], string | null]>([
  ['shares of a whole', [1, 3], [0.25, 0.75], null],
  ['numbers as text, also beyond 2^53', ['10', '30'], [0.25, 0.75], null],
  ['a single value is the whole', [0.001], [1], null],
  ['a zero is a share of nothing', [0, 5], [0, 1], null],
  ['the largest numbers there are', [Number.MAX_VALUE, Number.MAX_VALUE], [0.5, 0.5], null],
  ['a bad value is left out', [bad, 2, 2], [0.5, 0.5], null],
  ['a negative value is left out', [-5, 4], [1], null],
  ['a text is left out', ['open', 4], [1], null],
  ['all zero', [0, 0], [0, 0], 'allZero'],
  ['only bad', [bad, never], [], 'noneLeft'],
  ['only what is not for the viewer', [unseen, unseen], [], 'allUnseen'],
  ['nothing yet', [never, never], [], 'noValue'],
  ['no variable', [], [], 'unbound'],
])('%s', (_, told, shares, fault) => {
  const found = sharesOf(entries(...told))
  expect(found.slices.map(({ share }) => share)).toEqual(shares)
  expect(found.fault).toBe(fault)
})

test('values that are left out are named with their reason, and counted', () => {
  const all = entries(4, bad, -2, 'x', never, { value: 6, quality: 'stale' })
  expect(shareLegend(all, { unit: 'kW', decimals: 1 }, t).map(({ value, mark }) => [value, mark])).toEqual([
    ['4.0 kW', ''],
    ['', 'bad'],
    ['−2.0 kW', 'negative'],
    ['', 'not a number'],
    ['', 'no value'],
    ['6.0 kW', 'old'],
  ])
  expect(sentenceOf(sharesOf(all), t)).toBe('Without 4 values')
  expect(sentenceOf(sharesOf(entries(1, bad)), t)).toBe('Without 1 value')
  expect(sentenceOf(sharesOf(entries(0)), t)).toBe('All values are zero')
})

test('labels of a slice', () => {
  const slice = sharesOf(entries(1, 2)).slices[0]!
  const words = (type: Parameters<typeof shareWords>[1]) => shareWords(slice, type, { unit: 'kW', decimals: -1 })
  expect(words('value')).toBe('1 kW')
  expect(words('percent')).toBe('33.3%')
  expect(words('both')).toBe('1 kW (33.3%)')
  expect(words('none')).toBe('')
})

test('values that are all zero draw an empty ring without a name, in every kind', () => {
  for (const kind of ['pie', 'ring', 'rose'] as const) {
    const { data, radius } = drawn([0, 0], { kind })
    expect(data.map(({ name }) => name)).toEqual([undefined])
    expect(radius[0]).toBeGreaterThan(0)
  }
})

test('a zero, and a value that is left out, have no slice', () =>
  expect(drawn([0, 5, bad, -1]).data.map(({ name }) => name)).toEqual(['v2']))

test('the ring has the set width, within the pie', () => {
  expect(drawn([1], { kind: 'ring' }).radius).toEqual([40, 60])
  expect(drawn([1], { kind: 'ring', change: { ringWidth: 500 } }).radius).toEqual([0, 60])
})

test('margins wider than the box leave a small pie in the box', () => {
  const { radius } = drawn([1], { size: { width: 30, height: 100 } })
  expect(radius[1]).toBeCloseTo(7.2)
  expect(drawn([1], { change: { marginTop: 0, marginBottom: 0 } }).radius[1]).toBe(100)
})
