import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Binding, PageWidget } from '../../contract/page-document.ts'
import type { CellReading } from '../../signal/web/values.ts'
import { setLanguage } from '../../ui/language.ts'
import { lookOf } from '../host/look.ts'
import { PageView } from '../host/page-view.tsx'
import { prepare } from '../host/prepare.ts'
import type { ValueSource } from '../host/source.ts'
import { symbols } from '../symbol/all.ts'
import { symbolStates } from '../symbol/state.ts'
import symbol from './symbol.tsx'

const position = { x: 0, y: 0, width: 48, height: 48, rotate: 0 }
const pageOf = (change: Partial<PageWidget>) =>
  prepare([{ id: 'w', widgetType: 'Symbol', position, ...change }], new Map([['Symbol', symbol]]), {
    regions: null,
    words: (text) => text,
  })
/** Values by variable id; an id without an entry has no value. */
function sourceOf(values: Record<number, CellReading['value']>): ValueSource {
  const cell = (id: number) => ({
    read: (): CellReading => ({ value: values[id] ?? null, code: 200, time: 1, receivedAt: 1, drawnAt: 1 }),
    trend: () => [],
    watch: () => () => undefined,
  })
  return {
    cell: ({ binding }) => cell(Number(binding.signalId)),
    freshness: ({ binding }) => (Number(binding.signalId) in values ? 'good' : 'never'),
    texts: () => null,
    now: () => 2,
  }
}
const signal = (signalId: number, more: object = {}) => ({ type: 'signal', signalId, equipId: 1, ...more })
const htmlOf = (change: Partial<PageWidget>) => {
  setLanguage('en')
  return renderToString(<PageView page={pageOf(change)} source={sourceOf({ 1: true })} mode="run" />)
}
function stateOf(data: Binding, values: Record<number, CellReading['value']>) {
  const source = sourceOf(values)
  const placed = pageOf({ data }).all[0]!
  return lookOf(placed, source, (bound) => source.cell(bound)?.read(), 'run').state
}

test('a symbol that the library does not have is named, not drawn as another one', () => {
  const html = htmlOf({ data: { symbol: 'no-such' } })
  expect(html).toContain('No such symbol')
  expect(html).not.toContain('symbol-body')
})

test('a fault is shown for every kind of state value', () => {
  const data = { type: 'mvar', mvarId: 4, signalArray: [{ ...signal(2), role: 'fault' }] }
  expect(stateOf(data, { 2: true }).alarm).toBe('severe')
})

test('a vessel with an unknown level is not drawn as at rest', () => {
  const data = { symbol: 'openTank', signalArray: [{ ...signal(2), role: 'level' }] }
  expect(stateOf(data, {}).symbol).toBe('unknown')
  expect(stateOf(data, { 2: 50 }).symbol).toBe('rest')
})

test('off means closed for a valve and stopped for a pump', () => {
  expect(stateOf({ symbol: 'valve', ...signal(1) }, { 1: false }).symbol).toBe('shut')
  expect(stateOf({ symbol: 'pump', ...signal(1) }, { 1: false }).symbol).toBe('off')
})

test('letters and marks stay upright when the symbol is turned', () => {
  const html = htmlOf({ data: { symbol: 'motor' }, position: { ...position, rotate: 90 } })
  expect(html).toMatch(/<text[^>]*transform="rotate\(-90 24 24.2\)"[^>]*>M</)
})

test.each(symbols.map(({ key }) => key))('%s is drawn in every state', (key) => {
  for (const [value] of symbolStates.entries()) {
    const states = symbolStates.map((state, at) => ({ value: String(at), state }))
    const data = { symbol: key, means: 'states', states, ...signal(1) }
    expect(symbolStates).toContain(stateOf(data, { 1: value }).symbol)
    expect(htmlOf({ data })).not.toMatch(/NaN|undefined|widget-broken/)
  }
})
