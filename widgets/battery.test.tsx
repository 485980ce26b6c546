// Tests that every widget must pass. A new widget is tested here without further code.
import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Freshness } from '../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../signal/web/values.ts'
import { loadWidget, widgetKeys } from './registry.ts'
import { initialProps, type Props, readProps, type Widget } from './widget.ts'
import { BrokenWidget, WidgetBox } from './widget-box.tsx'

const listed = readFileSync(new URL('../spec/widgets.tsv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
const now = Date.UTC(2026, 10, 21, 8, 41, 7)
const silent: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }
const told = { code: 200, time: now - 800, receivedAt: now - 790, drawnAt: now - 780 }

const readings: Record<string, { reading: CellReading; freshness: Freshness }> = {
  'no value': { reading: silent, freshness: 'never' },
  'a good value': { reading: { ...told, value: 4.82 }, freshness: 'good' },
  'a late value': { reading: { ...told, value: 4.82, time: now - 240_000 }, freshness: 'stale' },
  'an error code': { reading: { ...told, value: null, code: 1714 }, freshness: 'bad' },
  'a value of another type': { reading: { ...told, value: true }, freshness: 'good' },
  'a number beyond 2^53': { reading: { ...told, value: '18446744073709551615' }, freshness: 'good' },
  'a huge text': { reading: { ...told, value: '<b>水</b>'.repeat(20_000) }, freshness: 'good' },
}

function drawn(
  widget: Widget,
  stored: Props,
  { reading, freshness }: (typeof readings)[string],
  isBound = true,
): string {
  const cell: SignalCell = { read: () => reading, trend: () => [], watch: () => () => undefined }
  const box = (
    <WidgetBox
      widget={widget}
      stored={stored}
      size={widget.size}
      cell={() => (isBound ? cell : undefined)}
      freshness={() => freshness}
      now={() => now}
    />
  )
  return renderToString(widget.draw === 'svg' ? <svg aria-hidden="true">{box}</svg> : box)
}

test('there are widgets', () => expect(widgetKeys.length).toBeGreaterThan(0))

describe.each(widgetKeys)('%s', async (key) => {
  const widget = await loadWidget(key)
  const initial = initialProps(widget)

  test('is one of the specification, in its family', () => {
    expect(listed).toContain(`${widget.family}\t${widget.type}`)
    expect(key.startsWith(`${widget.family}/`)).toBe(true)
  })

  test('is named in both languages, and so are its properties and binds', () => {
    const options = Object.values(widget.props).flatMap((prop) => prop.options ?? [])
    for (const { label } of [{ label: widget.name }, ...Object.values(widget.props), ...widget.binds, ...options]) {
      expect(label.en.trim()).not.toBe('')
      expect(label['zh-cn'].trim()).not.toBe('')
    }
  })

  test('has initial properties that pass their own check', () => {
    for (const { schema, initial: value } of Object.values(widget.props)) expect(schema.parse(value)).toEqual(value)
  })

  test.each(Object.keys(readings))('draws with %s', (name) => {
    const text = drawn(widget, initial, readings[name]!)
    expect(text).not.toBe('')
    expect(text).not.toContain('<b>水')
  })

  test('draws unbound', () => {
    expect(drawn(widget, initial, readings['no value']!, false)).not.toBe('')
  })

  test('is the same after a round trip through JSON', () => {
    expect(readProps(widget, JSON.parse(JSON.stringify(initial)))).toEqual(initial)
  })

  test('leaves out what it does not know and mends what is wrong', () => {
    const wrong = Object.fromEntries(Object.keys(widget.props).map((prop) => [prop, { nonsense: [] }]))
    expect(readProps(widget, { ...wrong, stranger: 1 })).toEqual(initial)
    expect(drawn(widget, { ...wrong, stranger: 1 }, readings['a good value']!)).not.toBe('')
  })
})

describe('a key that nobody has', () => {
  test('is refused', async () => {
    await expect(loadWidget('usual/no-such')).rejects.toThrow('usual/no-such')
  })

  test('is drawn as a box that names it', () => {
    expect(renderToString(<BrokenWidget name="no-such" reason="unknown" size={{ width: 80, height: 40 }} />)).toContain(
      'no-such',
    )
  })
})
