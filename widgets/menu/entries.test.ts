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

test('entries have their places, and a click only where it leads somewhere', () => {
  expect(entries.map(({ path, click }) => [path, click?.action])).toEqual([
    ['0', 'page'],
    ['1', undefined],
    ['2', 'link'],
  ])
  expect(entries[1]!.children[1]!.children[0]).toMatchObject({ path: '1.1.0', label: 'Pump', click: { pageId: 3 } })
})

test('what is stored wrongly is no entry of its own, and a script is no link', () => {
  const wrong = {
    label: 5,
    children: [{ label: 'x', clickEvent: { enable: true, action: 'link', link: 'javascript:1' } }],
  }
  const [entry] = entriesOf([readFields(entryFields, wrong)])
  expect([entry!.label, entry!.children[0]!.click]).toEqual(['', undefined])
})

test.each([
  ['the page that is shown', 3, '/monitor', '1.1.0'],
  ['the address that is shown', undefined, '/msg', '2'],
  ['the one that is the current at first', 9, '/monitor', '1'],
])('the current entry leads to %s', (_, pageId, path, expected) =>
  expect(currentOf(entries, pageId, path)).toBe(expected),
)

test('nothing is the current where nothing leads', () => expect(currentOf([entries[0]!], 9, '/')).toBeUndefined())

test('below', () => {
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

  test('opens one entry at a time', () =>
    expect(toggled({ at: '0', open: new Set(['1', '1.1']) }, '2', true)).toEqual(new Set(['2'])))

  test.each([
    ['ArrowDown', '0'],
    ['ArrowUp', '1'],
    ['Escape', '0'],
    ['Enter', '0'],
    ['ArrowDown', '7'],
  ])('%s at %s is none of its keys', (key, at) =>
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

  test('opens several entries at once', () =>
    expect(toggled({ at: '0', open: new Set(['1']) }, '2', false)).toEqual(new Set(['1', '2'])))
})
