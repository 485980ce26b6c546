import { beforeAll, describe, expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import type { Value } from '../../core/data-type.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading } from '../../signal/web/values.ts'
import { setLanguage } from '../../ui/language.ts'
import type { Bound } from '../binds.ts'
import { manySlot } from '../binds.ts'
import { colourField } from '../fields.ts'
import { type Mode, type Reading, widget } from '../widget.ts'
import { holds } from './animation.ts'
import { lookOf } from './look.ts'
import { prepare } from './prepare.ts'

beforeAll(() => setLanguage('en'))

const now = Date.UTC(2026, 10, 21, 8)
const label = { en: 'X', 'zh-cn': '某' }
let seen: readonly Reading[] = []
const pump = widget({
  ...{ family: 'usual', word: 'Pump', name: label, Draw: () => null },
  style: { fill: colourField('surface', { label }) },
  binds: { values: manySlot(label, { most: 9 }) },
  show({ readAll }) {
    seen = readAll('values')
    return { text: { value: seen.map(({ value }) => value).join() }, vars: { share: 0.5 }, state: { on: null } }
  },
})

type Told = { value: Value | null; quality?: Freshness; code?: number }

/** The look of a pump with these values, by variable id. */
function look(stored: object, told: { [signalId: number]: Told } = {}, mode: Mode = 'run', more: object = {}) {
  const position = { x: 0, y: 0, width: 9, height: 9, rotate: 0 }
  const one: PageWidget = { id: 'w', widgetType: 'Pump', position, ...stored }
  const [placed] = prepare([one], new Map([['Pump', pump]]), { regions: null, words: (source) => source }).top
  const of = ({ binding }: Bound) => told[binding.signalId as number]
  const readings = new Map(
    Object.entries(told).map(([id, { value, code = 200 }]): [number, CellReading] => [
      Number(id),
      { value, code, time: now - 60_000, receivedAt: null, drawnAt: null },
    ]),
  )
  const source = {
    ...more,
    cell: () => undefined,
    freshness: (bound: Bound) => of(bound)?.quality ?? (of(bound) ? 'good' : 'never'),
    texts: () => '1=on',
    now: () => now,
  }
  return lookOf(placed!, source, ({ binding }) => readings.get(binding.signalId as number), mode)
}

const signal = (signalId: number, more = {}) => ({ type: 'signal', signalId, equipId: 3, ...more })
const values = (...ids: number[]) => ({ data: { signalArray: ids.map((id) => signal(id, { title: `S${id}` })) } })
const animation = (kind: string, more: object = {}) => ({
  animation: { [kind]: { enable: true, data: signal(1), symbol: '>', value: 0, ...more } },
})

test('a value that the viewer may not see is null, with its own mark and word', () => {
  const unseen = { data: { signalArray: [{ unseen: true }] } }
  const { text, state, title } = look(unseen, {})
  expect([text.value, text.mark, state.quality]).toEqual(['', 'no permission', 'bad'])
  expect(title).toBe('You do not have permission (90002)')
  expect(seen[0]).toMatchObject({ isBound: true, value: null, standIn: null })
  expect(look(unseen, {}, 'edit').text.mark).toBe('')
})

describe('values', () => {
  test('are passed to the widget with their names and words', () => {
    expect(look(values(1, 2), { 1: { value: 4 }, 2: { value: true } })).toMatchObject({
      text: { value: '4,true', mark: '' },
      vars: { share: '0.5', fill: 'var(--shade-surface)' },
      state: { on: null, quality: 'good' },
      title: '',
    })
    expect(seen[0]).toEqual({
      ...{
        isBound: true,
        value: 4,
        standIn: null,
        quality: 'good',
        code: 200,
        time: now - 60_000,
        texts: '1=on',
        title: 'S1',
      },
    })
  })

  test.each(['bad', 'never'] as const)('that are %s are null', (quality) => {
    expect(look(values(1), { 1: { value: 4, quality, code: 1714 } }).text.value).toBe('')
  })

  test('are shown in the designer if its author wants them and they are known; animations are off', () => {
    const editing = { isForEditing: true }
    const stored = { ...values(1, 2), ...animation('fill', { color: 'steel' }) }
    const live = look(stored, { 1: { value: 4 } }, 'edit', editing)
    expect(live).toMatchObject({ text: { value: '4,', mark: '' }, state: { quality: 'good' } })
    expect(live.vars.fill).toBe('var(--shade-surface)')
    expect(seen.map(({ title, value, isBound }) => [title, value, isBound])).toEqual([
      ['S1', 4, true],
      ['S2', null, true],
    ])
    expect(look(stored, { 1: { value: 4, quality: 'stale' } }, 'edit', editing).state.quality).toBe('stale')
    expect(look(stored, {}, 'edit', editing)).toMatchObject({ text: { mark: '' }, state: { quality: null } })
  })

  test('are not read in the designer or a thumbnail, and nothing is marked', () => {
    for (const mode of ['edit', 'thumbnail'] as const) {
      const of = look(
        { ...values(1), ...animation('fill', { color: 'steel' }) },
        { 1: { value: 4, quality: 'bad' } },
        mode,
      )
      expect(of).toMatchObject({ text: { value: '', mark: '' }, state: { quality: null }, title: '' })
      expect(of.vars.fill).toBe('var(--shade-surface)')
      expect(seen[0]).toMatchObject({ isBound: true, title: 'S1' })
    }
  })
})

describe('quality', () => {
  test.each([
    [['good', 'good'], 'good', ''],
    [['good', 'never'], 'never', ''],
    [['never', 'stale'], 'stale', 'stale 1 min'],
    [['stale', 'bad', 'good'], 'bad', 'bad'],
  ] as const)('of %j is %s', (qualities, quality, mark) => {
    const told = Object.fromEntries(qualities.map((each, i) => [i + 1, { value: 1, quality: each, code: 1714 }]))
    const of = look(values(...qualities.map((_, i) => i + 1)), told)
    expect([of.state.quality, of.text.mark]).toEqual([quality, mark])
  })

  test('includes the quality of values that animate the widget', () => {
    expect(look(animation('fill'), { 1: { value: 1, quality: 'stale' } }).state.quality).toBe('stale')
  })

  test('on an unbound widget is null', () => expect(look({}).state.quality).toBeNull())

  test('is explained in the tooltip of a bad value', () => {
    expect(look(values(1), { 1: { value: 1, quality: 'bad', code: 1714 } }).title).toMatch(/\(1714\)$/)
  })
})

describe('a value that its device marks as uncertain', () => {
  const doubted = { 1: { value: 7, quality: 'bad', code: 1747 } } as const

  test('is shown, marked, and drawn as not live', () => {
    const of = look(values(1), doubted)
    expect([of.text.value, of.text.mark, of.state.quality]).toEqual(['7', 'uncertain', 'stale'])
    expect(of.title).toMatch(/\(1747\)$/)
    expect(seen.map(({ quality, value }) => [quality, value])).toEqual([['bad', 7]])
  })

  test('does not trigger animations', () =>
    expect(look(animation('fill', { color: 'steel' }), doubted).vars.fill).toBe('var(--shade-surface)'))

  test('ranks below the mark of a bad value beside it', () => {
    const of = look(values(1, 2), { ...doubted, 2: { value: 1, quality: 'bad', code: 1714 } })
    expect([of.text.mark, of.state.quality]).toEqual(['bad', 'bad'])
  })
})

describe('an animation', () => {
  const on = { 1: { value: 1 } }
  const off = { 1: { value: 0 } }

  test('fills, outlines and colours while its condition holds', () => {
    expect(look(animation('fill', { color: 'steel' }), on).vars.fill).toBe('var(--shade-steel)')
    expect(look(animation('fill', { color: 'steel' }), off).vars.fill).toBe('var(--shade-surface)')
    expect(look(animation('font', { color: '#123' }), on).vars.font).toBe('#123')
    expect(look(animation('border', { color: 'severe' }), on)).toMatchObject({
      vars: { stroke: 'var(--shade-severe)' },
      state: { bordered: 'severe' },
    })
  })

  test('with a bad value is undetermined and leaves the widget as it is drawn', () => {
    for (const quality of ['bad', 'never'] as const) {
      const told = { 1: { value: 1, quality } }
      expect(look(animation('fill', { color: 'steel' }), told).vars.fill).toBe('var(--shade-surface)')
      expect(look(animation('visibility', { type: 'show' }), told).state.hidden).toBeNull()
      expect(look(animation('visibility', { type: 'hide' }), told).state.hidden).toBeNull()
    }
  })

  test('hides while its condition holds, or shows only then', () => {
    const hidden = (type: string, told: typeof on) => look(animation('visibility', { type }), told).state.hidden
    expect([hidden('hide', on), hidden('hide', off)]).toEqual(['', null])
    expect([hidden('show', on), hidden('show', off)]).toEqual([null, ''])
  })

  test('turns', () => {
    expect(look(animation('rotate', { direction: 'anticlockwise', speed: 2500 }), on)).toMatchObject({
      vars: { turn: '2500ms' },
      state: { turn: 'anticlockwise' },
    })
    expect(look(animation('rotate'), off).state.turn).toBeNull()
  })

  test('stops turning while the value is late, because the machine may have stopped', () => {
    const { state, vars } = look(animation('rotate'), { 1: { value: 1, quality: 'stale' } })
    expect([state.turn, state.quality, vars.turn]).toEqual([null, 'stale', undefined])
    expect(look(animation('fill', { color: 'steel' }), { 1: { value: 1, quality: 'stale' } }).vars.fill).toBe(
      'var(--shade-steel)',
    )
  })

  test('blinks by colours or by hiding', () => {
    const { blink } = look(animation('twinkle', { fill: 'severe', stroke: '' }), on)
    expect(blink).toMatchObject({ vars: { fill: 'var(--shade-severe)', stroke: '' }, isHidden: false })
    expect(look(animation('twinkle', { type: 'visible' }), on).blink?.isHidden).toBe(true)
    expect(look(animation('twinkle'), off).blink).toBeNull()
  })

  test('that is off or unbound does nothing', () => {
    expect(look(animation('fill', { enable: false, color: 'steel' }), on).vars.fill).toBe('var(--shade-surface)')
    expect(look(animation('fill', { data: {}, color: 'steel' }), on).vars.fill).toBe('var(--shade-surface)')
  })
})

test.each([
  ['==', 1, '1', true],
  ['==', 1, 1, true],
  ['==', true, '1', true],
  ['==', true, 'true', true],
  ['!=', 0, '', undefined],
  ['!=', 2, '1', true],
  ['>=', 1.5, '1.5', true],
  ['<', -1, '0', true],
  ['>', '18446744073709551615', '1', true],
  ['==', 'auto', 'auto', true],
  ['!=', 'auto', 'manual', true],
  ['==', 'auto', '1', false],
  ['>', 'auto', '1', undefined],
] as const)('%s %j %j: %s', (symbol, value, typed, result) => expect(holds(symbol, value, typed)).toBe(result))
