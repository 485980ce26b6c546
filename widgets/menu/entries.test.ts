import { describe, expect, test } from 'vitest'
import { readFields } from '../fields.ts'
import { currentOf, entriesOf, entryFields, isWithin, stepped, toggled } from './entries.ts'

const page = (pageId: number) => ({ enable: true, action: 'page', pageId })
const stored = [
  { label: 'Works', clickEvent: page(1) },
  {
    label: 'Wells',
    defaultAct: true,
    children: [
      { label: 'Well 1', clickEvent: page(2) },
      { label: 'Well 2', children: [{ label: 'Pump', clickEvent: page(3) }] },
    ],
  },
  { label: 'Log', clickEvent: { enable: true, action: 'link', link: '/msg' } },
]
const entries = entriesOf(stored.map((item) => readFields(entryFields, item)))

test('entries have paths, and a click action only if it has a target', () => {
  expect(entries.map(({ path, click }) => [path, click?.action])).toEqual([
    ['0', 'page'],
    ['1', undefined],
    ['2', 'link'],
  ])
  expect(entries[1]!.children[1]!.children[0]).toMatchObject({ path: '1.1.0', label: 'Pump', click: { pageId: 3 } })
})

test('an invalid entry has no text, and a script is not a link', () => {
  const wrong = {
    label: 5,
    children: [{ label: 'x', clickEvent: { enable: true, action: 'link', link: 'javascript:1' } }],
  }
  const [entry] = entriesOf([readFields(entryFields, wrong)])
  expect([entry!.label, entry!.children[0]!.click]).toEqual(['', undefined])
})

test.each([
  ['the one for the page', 3, '/monitor', '1.1.0'],
  ['the one for the address', undefined, '/msg', '2'],
  ['the initial selection', 9, '/monitor', '1'],
])('the current entry is %s', (_, pageId, path, expected) => expect(currentOf(entries, pageId, path)).toBe(expected))

test('no entry is current if none leads to the page', () => expect(currentOf([entries[0]!], 9, '/')).toBeUndefined())

test('an entry is within another by whole path segments', () => {
  expect([isWithin('1.1', '1'), isWithin('1', '1'), isWithin('11', '1'), isWithin(undefined, '1')]).toEqual([
    ...[true, false, false, false],
  ])
})

describe('a bar', () => {
  test.each([
    ['ArrowRight', '0', [], '1', []],
    ['ArrowRight', '2', [], '0', []],
    ['ArrowLeft', '0', [], '2', []],
    ['ArrowRight', '1', ['1'], '2', []],
    ['ArrowDown', '1', [], '1.0', ['1']],
    ['ArrowDown', '1.0', ['1'], '1.1', ['1']],
    ['ArrowDown', '1.1', ['1'], '1.0', ['1']],
    ['ArrowRight', '1.1', ['1'], '1.1', ['1', '1.1']],
    ['ArrowRight', '1.1', ['1', '1.1'], '1.1.0', ['1', '1.1']],
    ['ArrowLeft', '1.1.0', ['1', '1.1'], '1.1', ['1']],
    ['Escape', '1.0', ['1'], '1', []],
    ['Escape', '1', ['1'], '1', []],
    ['End', '0', [], '2', []],
    ['Home', '1.1', ['1'], '1.0', ['1']],
  ])('%s at %s with %j open: %s, %j open', (key, at, open, nextAt, nextOpen) =>
    expect(stepped(key, { at, open: new Set(open) }, { entries, isBar: true })).toEqual({
      ...{ at: nextAt, open: new Set(nextOpen) },
    }),
  )

  test('opens one top-level entry at a time', () =>
    expect(toggled({ at: '0', open: new Set(['1', '1.1']) }, '2', true)).toEqual(new Set(['2'])))

  test.each([
    ['ArrowDown', '0'],
    ['ArrowUp', '1'],
    ['Escape', '0'],
    ['Enter', '0'],
    ['ArrowDown', '7'],
  ])('ignores %s at %s', (key, at) =>
    expect(stepped(key, { at, open: new Set() }, { entries, isBar: true })).toBeUndefined(),
  )
})

describe('a tree', () => {
  test.each([
    ['ArrowDown', '0', [], '1', []],
    ['ArrowDown', '1', ['1'], '1.0', ['1']],
    ['ArrowUp', '2', ['1'], '1.1', ['1']],
    ['ArrowRight', '1', [], '1', ['1']],
    ['ArrowRight', '1', ['1'], '1.0', ['1']],
    ['ArrowLeft', '1.0', ['1'], '1', []],
    ['ArrowLeft', '1', ['1', '1.1'], '1', []],
    ['Escape', '1.1.0', ['1', '1.1'], '1.1', ['1']],
    ['End', '0', ['1'], '2', ['1']],
  ])('%s at %s with %j open: %s, %j open', (key, at, open, nextAt, nextOpen) =>
    expect(stepped(key, { at, open: new Set(open) }, { entries, isBar: false })).toEqual({
      ...{ at: nextAt, open: new Set(nextOpen) },
    }),
  )

  test('keeps several entries open', () =>
    expect(toggled({ at: '0', open: new Set(['1']) }, '2', false)).toEqual(new Set(['1', '2'])))
})
