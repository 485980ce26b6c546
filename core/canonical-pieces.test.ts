import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { canonicalPieces } from './canonical-pieces.ts'

const whole = (value: unknown) => [...canonicalPieces(value)].join('')
/** The text that is produced in one step, for comparison. */
const atOnce = (value: unknown) => canonicalize(JSON.parse(JSON.stringify(value) ?? 'null'))
const many = <T>(count: number, made: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => made(at))

describe('the pieces together are the canonical text', () => {
  const parsed: unknown = JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":[1,2]}}')
  test.each<[string, unknown]>([
    ['a number', 1e21],
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['members in another order', { b: 1, a: 2, é: 3, '\u{1f600}': 4, '\ufb33': 5 }],
    ['undefined members', { a: undefined, b: [undefined, 1], c: () => 1, d: Symbol('d') }],
    ['a large list', { z: many(100, (at) => ({ b: at, a: undefined, c: [at, null] })), a: 1 }],
    ['a large list of gaps', many(100, (at) => (at % 2 === 0 ? undefined : at))],
    ['a large object', Object.fromEntries(many(100, (at) => [`k${at % 7}-${at}`, at % 3 ? at : undefined]))],
    ['an object whose many members are undefined', Object.fromEntries(many(100, (at) => [`k${at}`, undefined]))],
    ['large lists within large lists', many(30, (at) => ({ content: { widgets: many(30, (of) => ({ of, at })) } }))],
    ['dates', { at: new Date(0), list: many(20, (at) => new Date(at)), large: { toJSON: () => many(40, (at) => at) } }],
    ['names of prototypes', { parsed, list: many(20, () => parsed) }],
  ])('%s', (_, value) => {
    expect(whole(value)).toBe(atOnce(value))
  })
})

test('no piece of a large page has more than one widget', () => {
  const widget = (at: number) => ({ id: `w${at}`, items: many(10, (item) => ({ item, text: 'x'.repeat(20) })) })
  const page = { title: 'Large', content: { con: {}, widgets: many(2000, widget), bind: {} } }
  const pieces = [...canonicalPieces(page)]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(JSON.stringify(widget(1999)).length)
})
