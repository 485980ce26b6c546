// Tests of pages that are proposed from variables.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import { dataTypes } from '../../core/data-type.ts'
import { loadWidget } from '../../widgets/registry.ts'
import { symbols } from '../../widgets/symbol/all.ts'
import type { Variable } from '../panel/variable.ts'
import { type Chosen, drawnWidth, drawProposal, maxCurves, scaleOf } from './draw.ts'
import { drawnKinds, possible, proposedKind, symbolFor } from './kinds.ts'

const keys = new Set(symbols.map(({ key }) => key))
const words = { trend: 'Trend', alarms: 'Alarms', on: 'On', off: 'Off' }
let count = 0
const variable = (title: string, more: Partial<Variable> = {}): Variable => {
  count += 1
  return {
    ...{ signalId: count, equipId: 1, title, subTitle: 'Works', name: '', address: `H:${count}` },
    ...{ unit: null, decimals: null, dataType: 'float32', access: 'r' },
    ...more,
  }
}
const flag = { dataType: 'bool' } as const
const written = { access: 'rw' } as const

describe('the proposed kind', () => {
  test.each([
    ['Clear well level', { unit: 'm' }, 'tank'],
    ['清水池液位', { unit: 'm' }, 'tank'],
    ['Level set point', { unit: 'm', ...written }, 'input'],
    ['Intake gate', { unit: '%' }, 'valve'],
    ['调节阀开度', { unit: '%' }, 'valve'],
    ['Position', { unit: 'mm' }, 'value'],
    ['Pump 1 running', flag, 'drive'],
    ['1号泵运行', flag, 'drive'],
    ['Inlet valve', flag, 'valve'],
    ['Door contact', flag, 'flag'],
    ['Pump 1 start', { ...flag, ...written }, 'switch'],
    ['Flow', { unit: 'm³/h' }, 'value'],
    ['Flow', { unit: 'm³/h', ...written }, 'value'],
    ['目标流量', written, 'input'],
    ['Batch name', { dataType: 'string' }, 'value'],
    ['Recipe', { dataType: 'string', ...written }, 'input'],
  ] as const)('%s %j: %s', (title, more, kind) => {
    expect(proposedKind(variable(title, more))).toBe(kind)
  })

  test('is always one that suits the variable', () => {
    fc.assert(
      fc.property(
        fc.record({
          title: fc.constantFrom('Level', 'Pump running', 'Valve', 'Set point', 'x', '液位设定', '阀'),
          dataType: fc.constantFrom(...dataTypes),
          access: fc.constantFrom('r' as const, 'w' as const, 'rw' as const, undefined),
          unit: fc.constantFrom('%', 'm', null),
        }),
        ({ title, access, ...more }) => {
          const of = { ...variable(title, more), ...(access ? { access } : {}) }
          expect(possible(of)).toContain(proposedKind(of))
        },
      ),
    )
  })

  test('a read-only variable gets no input', () => {
    for (const dataType of dataTypes) {
      const kinds = possible(variable('x', { dataType }))
      expect(kinds.filter((kind) => kind === 'switch' || kind === 'input')).toEqual([])
    }
  })

  test('a drive has the symbol for its name, if the library has it', () => {
    expect(symbolFor(variable('Mixer 2'), keys)).toBe('mixer')
    expect(symbolFor(variable('鼓风机'), keys)).toBe('blower')
    expect(symbolFor(variable('Mixer 2'), new Set())).toBe('pump')
  })
})

test('a scale is that of the variable, or per cent', () => {
  expect(scaleOf(variable('x', { min: 0, max: 6, normalLow: 1, normalHigh: 5 }))).toEqual({
    ...{ minVal: 0, maxVal: 6, lowVal: 1, highVal: 5 },
  })
  for (const none of [{}, { min: null, max: null }, { min: 5, max: 5 }])
    expect(scaleOf(variable('x', none))).toEqual({ minVal: 0, maxVal: 100, lowVal: 0, highVal: 0 })
})

const overlap = ({ position: a }: PageWidget, { position: b }: PageWidget) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const choices = fc.array(
  fc.record({
    kind: fc.constantFrom(...drawnKinds),
    equipId: fc.integer({ min: 1, max: 4 }),
    dataType: fc.constantFrom('float32' as const, 'bool' as const, 'string' as const),
  }),
  { minLength: 1, maxLength: 60 },
)
const chosenOf = (all: { kind: Chosen['kind']; equipId: number; dataType: Variable['dataType'] }[]): Chosen[] =>
  all.map(({ kind, ...more }, i) => ({ kind, variable: variable(`Variable ${i}`, more) }))

describe('the page', () => {
  test('shows every variable within its bounds, without overlaps', () => {
    fc.assert(
      fc.property(choices, fc.boolean(), fc.boolean(), (all, hasTrend, hasAlarms) => {
        const chosen = chosenOf(all)
        const { widgets, width, height } = drawProposal({ chosen, hasTrend, hasAlarms, words, symbols: keys })
        expect(width).toBe(drawnWidth)
        const shown = new Set(widgets.map(({ data }) => data?.signalId))
        for (const { variable: of } of chosen) expect(shown).toContain(of.signalId)
        for (const { position } of widgets) {
          expect(Math.min(position.x, position.y)).toBeGreaterThanOrEqual(0)
          expect(position.x + position.width).toBeLessThanOrEqual(width)
          expect(position.y + position.height).toBeLessThanOrEqual(height)
        }
        for (const [i, one] of widgets.entries())
          for (const other of widgets.slice(i + 1)) expect(overlap(one, other)).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  test('has one trend of numbers and one alarm table of its devices', () => {
    const chosen = chosenOf(
      Array.from({ length: 14 }, (_, i) => ({ kind: 'value', equipId: (i % 2) + 1, dataType: 'float32' })),
    )
    const { widgets } = drawProposal({ chosen, hasTrend: true, hasAlarms: true, words, symbols: keys })
    const one = (type: string) => widgets.filter(({ widgetType }) => widgetType === type)[0]?.data
    expect(one('Area')?.signalArray).toHaveLength(maxCurves)
    expect(one('Alarm')?.equips).toEqual([
      { equipmentId: 1, title: 'Works' },
      { equipmentId: 2, title: 'Works' },
    ])
  })

  test('has no trend if all variables are flags', () => {
    const { widgets } = drawProposal({
      ...{ chosen: chosenOf([{ kind: 'flag', equipId: 1, dataType: 'bool' }]), words, symbols: keys },
      ...{ hasTrend: true, hasAlarms: false },
    })
    expect(widgets.map(({ widgetType }) => widgetType)).not.toContain('Area')
  })

  test('consists of registered widgets with valid fields', async () => {
    const chosen = chosenOf(drawnKinds.map((kind) => ({ kind, equipId: 1, dataType: 'float32' as const })))
    const { widgets } = drawProposal({ chosen, hasTrend: true, hasAlarms: true, words, symbols: keys })
    const bound = ['type', 'signalId', 'equipId', 'title', 'subTitle', 'signalArray']
    for (const { widgetType, style = {}, data = {} } of widgets) {
      const type = await loadWidget(widgetType)
      expect(type.type).toBe(widgetType)
      for (const key of Object.keys(style))
        expect([widgetType, Object.keys(type.style ?? {})]).toEqual([widgetType, expect.arrayContaining([key])])
      const own = Object.keys(data).filter((key) => !bound.includes(key))
      expect([widgetType, Object.keys(type.data ?? {})]).toEqual([widgetType, expect.arrayContaining(own)])
    }
  })
})
