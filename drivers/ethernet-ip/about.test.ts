// Addresses, parameters and checks of points.
import { describe, expect, it, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { parseTagAddress, pathText, type TagAddress } from './address.ts'
import { EipParams, initialEip } from './params.ts'
import { tagPath } from './path.ts'
import { answerBytes, newTag, packedCount, runsOf, splitAddress, type Tag } from './plan.ts'

const logix = { model: 'logix' } as const

describe('addresses', () => {
  it.each([
    ['Speed', 'Speed', undefined],
    [' Motor.Speed ', 'Motor.Speed', undefined],
    ['Recipe[3].Name', 'Recipe[3].Name', undefined],
    ['Grid[1][2]', 'Grid[1,2]', undefined],
    ['Status.5', 'Status', 5],
    ['Program:Main.Count', 'Program:Main.Count', undefined],
    ['Local:1:I.Data.31', 'Local:1:I.Data', 31],
    ['阀门.开度', '阀门.开度', undefined],
    ['_x9', '_x9', undefined],
  ])('%s', (text, path, bit) => {
    const address = parseTagAddress(text, logix) as TagAddress
    expect([pathText(address.segments), address.bit]).toEqual([path, bit])
  })

  it.each([
    '',
    '.',
    'a..b',
    '1x',
    'a[',
    'a[]',
    'a[-1]',
    'a[1',
    'a b',
    'a[1,2,3,4]',
    'a.64',
    'Program:Main',
    'a:b:c:d',
    '5',
  ])('refuses %j', (text) => {
    expect(isRefusal(parseTagAddress(text, logix))).toBe(true)
  })

  it('limits a name by the controller', () => {
    const name = 'x'.repeat(41)
    expect(isRefusal(parseTagAddress(name, logix))).toBe(true)
    expect(isRefusal(parseTagAddress(name.slice(1), logix))).toBe(false)
    expect(isRefusal(parseTagAddress(`Program:${name.slice(1)}.x`, logix))).toBe(false)
    expect(isRefusal(parseTagAddress(name, { model: 'micro800' }))).toBe(false)
    expect(isRefusal(parseTagAddress('x'.repeat(128), { model: 'omron' }))).toBe(true)
  })
})

test('limits an address to what a request can carry', () => {
  const names = Array.from({ length: 20 }, () => '阀'.repeat(7)).join('.')
  expect(isRefusal(parseTagAddress(names, { model: 'omron' }))).toBe(true)
  const twelve = names.split('.').slice(0, 12)
  const address = parseTagAddress(twelve.join('.'), { model: 'omron' }) as TagAddress
  expect(tagPath(address.segments).length).toBeLessThan(400)
})

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'r', ...more },
})

test.each<[Point, string | undefined]>([
  [point('Status.5', 'bool'), undefined],
  [point('Status.5', 'int16'), 'dataType'],
  [point('Flags[3]', 'bool'), undefined],
  [point('Flags[3,4]', 'bool'), 'address'],
  [point('Speed', 'float32', { byteOrder: 'CDAB' }), 'byteOrder'],
  [point('Name', 'string', { prefix: 's7' }), 'prefix'],
  [point('?', 'bool'), 'address'],
])('checks %j', (one, field) => {
  expect(about.checkPoint(one, initialEip)?.field).toBe(field)
})

test('a route consists of pairs', () => {
  const parse = (route: string) => EipParams.safeParse({ host: '10.0.0.5', route }).success
  expect(['', '1,0', '1, 3, 2, 192.168.1.20, 1, 0'].map(parse)).toEqual([true, true, true])
  expect(['1', '1,0,2', '0,1', '1,256', 'a,b', '1,1.2.3'].map(parse)).toEqual([...new Array(6).fill(false)])
})

test('sessions are shared by drivers with the same way to the same controller', () => {
  const key = (more: object) => about.connectionKey(EipParams.parse({ host: 'PLC7', ...more }))
  expect(key({})).toBe('ethernet-ip:plc7:44818 logix 0 auto')
  expect(key({ collectMs: 50 })).toBe(key({}))
  const others = [{ slot: 1 }, { route: '1,0' }, { model: 'omron' }, { messaging: 'unconnected' }, { port: 1 }]
  expect(new Set([{}, ...others].map(key)).size).toBe(6)
})

describe('the plan', () => {
  const tag = (bytes?: number): Tag => ({ ...newTag([]), bytes })
  const use = (of: Tag, index: number | undefined, dataType: DataType = 'int16') => ({
    ...{ at: 0, point: point('x', dataType), place: { tag: of, index, bit: undefined, isFlag: false } },
  })
  const spans = (uses: ReturnType<typeof use>[], maxBytes = 400) =>
    runsOf(uses, maxBytes).map(({ index, count, uses: own }) => [index, count, own.length])

  it('joins neighbours, repeated points and small gaps', () => {
    const words = tag()
    expect(spans([5, 3, 4, 3].map((index) => use(words, index)))).toEqual([[3, 3, 4]])
    expect(spans([0, 9].map((index) => use(words, index)))).toEqual([[0, 10, 2]])
    expect(spans([0, 10].map((index) => use(words, index)))).toEqual([
      [0, 1, 1],
      [10, 1, 1],
    ])
  })

  it('divides what does not fit into an answer, and elements that failed together', () => {
    const words = tag(4)
    expect(spans([...Array(250).keys()].map((index) => use(words, index))).map(([, count]) => count)).toEqual([
      100, 100, 50,
    ])
    const alone = { ...words, isAlone: true }
    expect(spans([1, 2, 2].map((index) => use(alone, index)))).toEqual([
      [1, 1, 1],
      [2, 1, 2],
    ])
  })

  it('reads points of one tag without an index by one request', () => {
    const status = tag()
    expect(spans([use(status, undefined), use(status, undefined, 'bool')])).toEqual([[undefined, 1, 2]])
    expect(answerBytes(runsOf([use(tag(2), 3)], 400)[0]!)).toBe(10)
  })

  it('packs as many requests as fit, and at least one', () => {
    const sizes = Array.from({ length: 10 }, () => ({ request: 20, answer: 10 }))
    const overhead = (count: number) => 8 + 2 * count
    expect(packedCount(sizes, 100, 50, overhead)).toBe(4)
    expect(packedCount(sizes, 1000, 3, overhead)).toBe(3)
    expect(packedCount(sizes, 1000, 50, overhead)).toBe(10)
    expect(packedCount(sizes, 5, 50, overhead)).toBe(1)
  })
})

test.each<[string, DataType, EipParams['model'], object]>([
  ['a[37]', 'bool', 'logix', { index: 1, bit: 5, isFlag: true }],
  ['a[37]', 'bool', 'micro800', { index: 37, bit: undefined, isFlag: false }],
  ['a[37]', 'bool', 'omron', { index: undefined, bit: undefined, isFlag: false }],
  ['a[37].5', 'bool', 'logix', { index: 37, bit: 5, isFlag: false }],
  ['a[37]', 'int16', 'logix', { index: 37, bit: undefined, isFlag: false }],
  ['a[37]', 'string', 'logix', { index: undefined, bit: undefined, isFlag: false }],
  ['a[1,2]', 'int16', 'logix', { segments: [{ name: 'a', indices: [1] }], index: 2 }],
])('%s as %s of %s is at %j', (address, dataType, model, place) => {
  expect(splitAddress(parseTagAddress(address, { model }) as TagAddress, dataType, model)).toMatchObject(place)
})
