import { describe, expect, test } from 'vitest'
import type { Value } from '../../core/data-type.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import { readFields } from '../fields.ts'
import type { Reading } from '../widget.ts'
import { labelsOf, type NodeEntry, nodeFields, nodeState, plansOf, shareOf } from './rules.ts'

const entry = (own: Partial<NodeEntry>): NodeEntry => readFields(nodeFields, { node: 'Pump', ...own })
const reading = (value: Value | null, quality: Freshness = 'good', texts: string | null = null): Reading => ({
  ...{ isBound: true, value, standIn: null, quality, code: 200, time: 1, texts, title: 'Speed' },
})
const stateOf = (own: Partial<NodeEntry>, of: Reading) => nodeState(entry(own), of)

test.each([
  [0, 0, 1, 0],
  [1, 0, 1, 1],
  [750, 0, 1500, 0.5],
  [-5, 0, 1500, 0],
  [9000, 0, 1500, 1],
  [8, 10, 0, 0.2],
  [3, 2, 2, 1],
  [2, 2, 2, 0],
])('%d between %d and %d is a share of %d', (value, low, high, share) => {
  expect(shareOf(value, { low, high })).toBeCloseTo(share)
})

describe('a node', () => {
  test.each<[string, Partial<NodeEntry>, Value, object]>([
    ['has its colour while on', { effect: 'colour' }, true, { share: 1, isKnown: true, text: '' }],
    ['has no colour while off', { effect: 'colour' }, false, { share: 0, isKnown: true }],
    ['turns in proportion to its value', { effect: 'turn', high: 1500, amount: 40 }, 750, { amount: 20 }],
    ['does not turn at zero', { effect: 'turn', high: 1500, amount: 40 }, 0, { amount: 0 }],
    ['fills', { effect: 'level', high: 6 }, 3, { share: 0.5 }],
    ['moves backwards', { effect: 'move', amount: -2 }, 1, { amount: -2 }],
    ['shows its value', { effect: 'label', unit: 'm', decimals: 1 }, 3.24, { text: '3.2 m', isKnown: true }],
    ['shows a text value', { effect: 'label' }, 'Auto', { text: 'Auto', isKnown: true }],
    ['shows its own text while on', { effect: 'text', text: 'Tripped' }, true, { text: 'Tripped' }],
    ['shows no text while off', { effect: 'text', text: 'Tripped' }, false, { text: '' }],
    ['blinks while on', { effect: 'blink' }, true, { share: 1, text: '' }],
  ])('%s', (_, own, value, expected) => {
    expect(stateOf(own, reading(value))).toMatchObject(expected)
  })

  test('shows the variable’s own texts', () => {
    expect(stateOf({ effect: 'label', unit: 'm' }, reading(1, 'good', '0=Stopped;1=Runs')).text).not.toContain('m')
  })

  const effects = ['colour', 'blink', 'show', 'turn', 'level', 'move', 'label', 'text'] as const
  const unknown = [reading(null), reading(1, 'stale'), reading(1, 'bad'), reading(null, 'never')]
  test.each(effects.flatMap((effect) => unknown.map((of) => [effect, of.quality, of] as const)))(
    '%s with a value that is %s is unknown, at rest, and marked',
    (effect, _, of) => {
      expect(stateOf({ effect }, of)).toMatchObject({ isKnown: false, share: 0, text: '?' })
      expect(Math.abs(stateOf({ effect }, of).amount)).toBe(0)
    },
  )

  test('is unknown if a text value should turn it', () => {
    expect(stateOf({ effect: 'turn' }, reading('fast'))).toMatchObject({ isKnown: false })
  })
})

describe('all states of a node', () => {
  const on = stateOf({ effect: 'colour', color: 'liquid' }, reading(true))
  const off = stateOf({ effect: 'colour', color: 'severe' }, reading(false))
  const label = stateOf({ effect: 'label' }, reading(7))
  const lost = stateOf({ effect: 'turn' }, reading(1, 'stale'))
  const alarm = stateOf({ effect: 'blink', color: 'severe' }, reading(true))
  test.each([
    ['the first active colour', [off, on, label], { cover: 'liquid', text: '7', isKnown: true }],
    ['a colour that blinks', [alarm, on], { cover: 'severe', isBlinking: true }],
    ['a steady colour, if that is first', [on, alarm], { cover: 'liquid', isBlinking: false }],
    ['no blinking while a value is unknown', [alarm, lost], { isBlinking: false, cover: 'idle' }],
    ['a line for each text', [label, stateOf({ effect: 'label' }, reading(8))], { text: '7\n8' }],
    ['no colour', [off, label], { cover: '', text: '7', isKnown: true }],
    ['unknown before all else', [on, label, lost], { cover: 'idle', text: '?', isKnown: false }],
  ])('combine to %s', (_, states, expected) => {
    expect(plansOf(states).get('Pump')).toMatchObject(expected)
  })
})

test('a label has the title, if shown, and the values; a node with a click is always named', () => {
  const plans = plansOf([
    stateOf({ effect: 'label' }, reading(7)),
    stateOf({ node: 'Fan', effect: 'turn' }, reading(1, 'bad')),
    stateOf({ node: 'Well', effect: 'turn' }, reading(1)),
  ])
  const sign = (node: string, more: object) => ({ node, title: '', isTitled: false, isLink: false, ...more })
  const labels = labelsOf(plans, [
    sign('Pump', { title: 'P-1', isTitled: true }),
    sign('Fan', { title: 'F-1' }),
    sign('Door', { isLink: true }),
  ])
  expect([...labels]).toEqual([
    ['Pump', { lines: ['P-1', '7'], isKnown: true, isLink: false }],
    ['Fan', { lines: ['?'], isKnown: false, isLink: false }],
    ['Door', { lines: ['Door'], isKnown: true, isLink: true }],
  ])
})
