// Tests that every widget must pass. A new widget is tested here without further code.
import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { PageWidget, wordKeys } from '../contract/page-document.ts'
import type { Freshness } from '../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../signal/web/values.ts'
import { setLanguage } from '../ui/language.ts'
import type { Slots } from './binds.ts'
import type { Field, Fields } from './fields.ts'
import { lookOf } from './host/look.ts'
import { PageView } from './host/page-view.tsx'
import { type Placed, prepare } from './host/prepare.ts'
import type { ValueSource } from './host/source.ts'
import { panelOf } from './panel.ts'
import { loadWidget, widgetTypes } from './registry.ts'
import { families, typeNameOf } from './type-name.ts'
import { fresh, type Mode, migrated, parsed, type Widget } from './widget.ts'

beforeAll(() => setLanguage('en'))

const listed = readFileSync(new URL('../spec/widgets.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [family: (typeof families)[number], word: string])

/** Widgets that show data of a service, and mark its age themselves. */
const ownNotes = ['Map', 'Video', 'Weather', 'Iframe']

/** Widgets that the specification does not name. */
const beyond = [['usual', 'Symbol']]

const now = Date.UTC(2026, 10, 21, 8, 41, 7)
const silent: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }
const told = { code: 200, time: now - 800, receivedAt: now - 790, drawnAt: now - 780 }
const long = '三号深井泵房变频器'.repeat(20_000)

const readings: Record<string, { reading: CellReading; freshness: Freshness }> = {
  'no value': { reading: silent, freshness: 'never' },
  'a good value': { reading: { ...told, value: 4.82 }, freshness: 'good' },
  'a late value': { reading: { ...told, value: 4.82, time: now - 240_000 }, freshness: 'stale' },
  'an error code': { reading: { ...told, value: 4.82, code: 1714 }, freshness: 'bad' },
  'a boolean': { reading: { ...told, value: true }, freshness: 'good' },
  'a number beyond 2^53': { reading: { ...told, value: '18446744073709551615' }, freshness: 'good' },
  'no finite number': { reading: { ...told, value: Number.NaN }, freshness: 'good' },
  'a huge text': { reading: { ...told, value: `<b>${long}</b>` }, freshness: 'good' },
}
const modes: readonly Mode[] = ['edit', 'run', 'thumbnail']
const sizes = [undefined, { width: 0, height: 0 }, { width: 0.5, height: 4000 }]

const sourceOf = ({ reading, freshness }: (typeof readings)[string]): ValueSource => {
  const cell: SignalCell = { read: () => reading, trend: () => [], watch: () => () => undefined }
  return { cell: () => cell, freshness: () => freshness, texts: () => null, now: () => now }
}

const binding = { type: 'signal', signalId: 1, equipId: 1, title: 'Level' }
const ofKind = { report: { type: 'report', reportId: 1, equipId: 1, title: 'Hourly' } }
/** A slot for reports only is bound to a report. */
const bindingFor = ({ kinds }: Slots[string]) => (kinds.includes('signal') ? binding : ofKind.report)
/** Data that binds every slot of a widget. */
const boundData = (binds: Slots): object =>
  Object.assign(
    {},
    ...Object.values(binds).map((slot) =>
      slot.many ? { [`signalArray${slot.many.axis}`]: [binding, binding] } : bindingFor(slot),
    ),
  )

const bound = (widget: Widget, change: Partial<PageWidget> = {}): PageWidget => {
  const made = fresh(widget, 'w1', { x: 3, y: 4 })
  return { ...made, ...change, data: { ...made.data, ...boundData(widget.binds), ...change.data } }
}

const viewer = { regions: null, words: (source: string) => source }
const placedOf = (widget: Widget, stored: PageWidget): Placed =>
  prepare([stored], new Map([[widget.type, widget]]), viewer).all[0]!
const drawn = (widget: Widget, stored: PageWidget, source: ValueSource, mode: Mode): string =>
  renderToString(
    <PageView page={prepare([stored], new Map([[widget.type, widget]]), viewer)} source={source} mode={mode} />,
  )
const looks = (widget: Widget, stored: PageWidget, of: (typeof readings)[string], mode: Mode) =>
  lookOf(placedOf(widget, stored), sourceOf(of), () => of.reading, mode)

const allFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).flatMap(([key, field]) => [[key, field], ...allFields(field.of ?? {})] as [string, Field][])

test('there are widgets, and all lie in the families of the specification', () => {
  expect(widgetTypes.length).toBeGreaterThan(0)
  expect([...new Set(listed.map(([family]) => family))].sort()).toEqual([...families].sort())
})

test('every type of the specification has a unique name: its word alone where no other family uses it', () => {
  const names = listed.map(([family, word]) => typeNameOf(family, word))
  expect(new Set(names).size).toBe(names.length)
  for (const [family, word] of listed) {
    const isShared = listed.filter((each) => each[1] === word).length > 1
    expect(typeNameOf(family, word)).toBe(isShared ? family + word : word)
  }
})

describe.each([...widgetTypes])('%s', async (type: string) => {
  const widget = await loadWidget(type)
  const { style, items, data, binds } = widget
  const fields = [style, items, data].flatMap(allFields)

  test('is named in the specification, stored under its word, and defined in the file of that name', () => {
    expect([...listed, ...beyond]).toContainEqual([widget.family, widget.word])
    expect(widget.type).toBe(typeNameOf(widget.family, widget.word))
    expect(widget.type).toBe(type)
  })

  test('has labels in both languages, also for its fields, their options and its slots', () => {
    const options = fields.flatMap(([, field]) => field.options ?? [])
    const own = fields.flatMap(([, { section }]) => (typeof section === 'object' ? [section] : []))
    const labels = [widget.name, ...own, ...[...options, ...Object.values(binds)].map(({ label }) => label)]
    for (const label of [...labels, ...fields.map(([, { label }]) => label)]) {
      expect(label.en.trim()).not.toBe('')
      expect(label['zh-cn'].trim()).not.toBe('')
    }
  })

  test('has initial values that are valid and survive a round trip through JSON', () => {
    for (const [, { schema, initial }] of fields) expect(schema.parse(initial)).toEqual(initial)
    const stored = JSON.parse(JSON.stringify(fresh(widget, 'w1', { x: 0, y: 0 })))
    expect(PageWidget.parse(stored)).toEqual(stored)
    expect(parsed(widget, stored)).toEqual(parsed(widget, {}))
  })

  test('stores its texts under the keys that translation covers', () => {
    const keys = fields.filter(([, { kind }]) => kind === 'words').map(([key]) => key)
    expect(keys.filter((key) => ![...wordKeys, 'unit'].includes(key as 'unit'))).toEqual([])
  })

  test('has no field whose name its slots or the platform use', () => {
    const slots = Object.values(binds)
    const arrays = slots.flatMap(({ kinds, many }) => (many ? kinds.map((kind) => `${kind}Array${many.axis}`) : []))
    const taken = [
      // Any data with one of these keys counts as a binding, anywhere in a page.
      ...['signalId', 'equipId', 'systemKey', 'mvarId'],
      ...(slots.length > 0 ? ['type', ...arrays] : []),
      ...(slots.some(({ many }) => !many) ? ['title', 'subTitle'] : []),
    ]
    expect(Object.keys(data).filter((key) => taken.includes(key))).toEqual([])
    expect(slots.filter(({ many }) => !many).length).toBeLessThanOrEqual(1)
  })

  test('has conditions that other fields of the same part can meet', () => {
    for (const part of [style, items, data])
      for (const { when } of Object.values(part)) {
        if (!when) continue
        for (const value of when.is) expect(part[when.field]?.schema.safeParse(value).success).toBe(true)
      }
  })

  test('has a panel that lists every field once', () => {
    const { sections } = panelOf(widget, fresh(widget, 'w1', { x: 0, y: 0 }))
    const paths = sections.flatMap((section) => section.fields.map(({ path }) => path))
    expect(new Set(paths).size).toBe(paths.length)
    const always = [...Object.entries(style), ...Object.entries(data)].filter(([, { when }]) => !when)
    expect(paths.length).toBeGreaterThanOrEqual(always.length)
  })

  test('has a migration for each version above the first, and no others', () => {
    const versions = Object.keys(widget.migrations).map(Number)
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: widget.version - 1 }, (_, i) => i + 2))
  })

  test.each(Array.from({ length: widget.version }, (_, i) => i + 1))('reads data of version %i', (version) => {
    const stored = { ...fresh(widget, 'w1', { x: 0, y: 0 }), version, stranger: { kept: true } }
    const before = structuredClone(stored)
    const now = migrated(widget, stored)
    expect(stored).toEqual(before)
    expect(now).toMatchObject({ id: 'w1', widgetType: type, version: widget.version, stranger: { kept: true } })
    expect(migrated(widget, now)).toEqual(now)
  })

  test('leaves data of a newer version as it is', () => {
    const newer = { ...fresh(widget, 'w1', { x: 0, y: 0 }), version: widget.version + 1 }
    expect(migrated(widget, newer)).toEqual(newer)
  })

  describe.each(modes)('in mode %s', (mode) => {
    test.each(Object.keys(readings))('draws with %s', (name) => {
      const html = drawn(widget, bound(widget), sourceOf(readings[name]!), mode)
      expect(html).toContain('data-widget="0"')
      expect(html).not.toContain('widget-broken')
      const { text, vars } = looks(widget, bound(widget), readings[name]!, mode)
      for (const words of [...Object.values(text), ...Object.values(vars)]) {
        expect(words.length).toBeLessThan(1000)
        expect(words).not.toMatch(/NaN|undefined|Infinity|\[object/)
      }
    })

    test.each(sizes)('draws at size %j, unbound and without stored values', (size) => {
      const made = { id: 'w1', widgetType: type, position: { x: 0, y: 0, rotate: 0, ...(size ?? widget.size) } }
      const html = drawn(widget, made, sourceOf(readings['no value']!), mode)
      expect(html).not.toMatch(/widget-broken|NaN|Infinity|(width|height|\br|rx|ry)="-/)
    })

    test('draws with long texts, and with invalid values in every field', () => {
      const of = (part: Fields, change: (field: Field) => unknown) =>
        Object.fromEntries(Object.entries(part).map(([key, field]) => [key, change(field)]))
      const isText = ({ kind }: Field) => kind === 'text' || kind === 'words'
      const texts = (part: Fields) => of(part, (field) => (isText(field) ? long.slice(0, 1000) : field.initial))
      const nonsense = (part: Fields) => of(part, () => ({ nonsense: [] }))
      for (const change of [texts, nonsense]) {
        const stored = bound(widget, { style: change(style), items: [change(items), 5, null], data: change(data) })
        expect(drawn(widget, stored, sourceOf(readings['a good value']!), mode)).not.toContain('widget-broken')
      }
    })
  })

  test('marks values that the viewer may not see, and shows nothing in their place', () => {
    if (!Object.values(binds).some(({ kinds }) => kinds.includes('signal'))) return
    const unseen = Object.entries(boundData(binds)).map(([key, value]) => [
      key,
      Array.isArray(value) ? [{ unseen: true }] : undefined,
    ])
    const made = fresh(widget, 'w1', { x: 3, y: 4 })
    const stored = { ...made, data: { ...made.data, ...Object.fromEntries(unseen), type: undefined, unseen: true } }
    const { state, text } = looks(widget, stored, readings['a good value']!, 'run')
    expect([state.quality, text.mark]).toEqual(['bad', 'no permission'])
    const html = drawn(widget, stored, sourceOf(readings['a good value']!), 'run')
    expect(html).not.toContain('4.82')
    expect(html).not.toContain('widget-broken')
  })

  test('without a mark shows by its outline that its value is late', () => {
    if (widget.mark !== 'outline' || widget.draw === 'svg' || ownNotes.includes(type)) return
    const stored = { ...fresh(widget, 'w1', { x: 0, y: 0 }), items: [{ label: 'Pumps' }] }
    const pictures = { imgUrl: '/userimg/a.png', picArray: [{ imgUrl: '/userimg/a.png' }] }
    const made = { ...stored, data: { ...stored.data, ...pictures } } as PageWidget
    expect(drawn(widget, made, sourceOf(readings['a late value']!), 'run')).toMatch(
      /data-widget="0"[^>]*><\w+[^>]* class="[^"]*\baged\b/,
    )
  })

  test('never shows a late or bad value as good', () => {
    if (Object.keys(binds).length === 0) return
    const late = looks(widget, bound(widget), readings['a late value']!, 'run')
    expect([late.state.quality, late.text.mark]).toEqual(['stale', 'stale 4 min'])
    const bad = looks(widget, bound(widget), readings['an error code']!, 'run')
    expect([bad.state.quality, bad.text.mark]).toEqual(['bad', 'bad'])
    expect(JSON.stringify(bad)).not.toContain('4.82')
    expect(drawn(widget, bound(widget), sourceOf(readings['an error code']!), 'run')).not.toContain('4.82')
    // The mark is drawn by the widget itself, or in the corner by the host.
    const html = drawn(widget, bound(widget), sourceOf(readings['a late value']!), 'run')
    expect(html.match(/data-part="mark"/g)).toHaveLength(widget.mark === 'outline' ? 0 : 1)
    expect(widget.mark).not.toBe('outline')
  })
})
