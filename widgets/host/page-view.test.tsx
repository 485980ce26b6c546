import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import { setLanguage } from '../../ui/language.ts'
import { oneSlot } from '../binds.ts'
import { type Mode, type Widget, widget } from '../widget.ts'
import { PageView } from './page-view.tsx'
import { prepare } from './prepare.ts'

beforeAll(() => setLanguage('en'))

const label = { en: 'X', 'zh-cn': '某' }
const rect = widget({ family: 'shape', word: 'Rect', name: label, draw: 'svg', Draw: () => <rect /> })
const text = widget({ family: 'usual', word: 'Text', name: label, Draw: () => <b>text</b> })
const group = widget({ family: 'group', word: 'group', name: label, draw: 'svg', Draw: ({ children }) => children })
/** A widget that draws its values itself. */
const chart = widget({
  ...{ family: 'complex', word: 'Line', name: label, binds: { value: oneSlot(label) } },
  Draw: ({ inputs }) => <i>{inputs('value').map(({ cell, read }) => `${cell !== undefined} ${read().value}`)}</i>,
})
const types = new Map<string, Widget>([rect, text, group, chart].map((of) => [of.type, of]))

const bound = { type: 'signal', signalId: 7, equipId: 3 }
const stored = (id: string, widgetType: string, more: object = {}): PageWidget => ({
  ...{ id, widgetType, position: { x: 10, y: 20, width: 30, height: 40, rotate: 0 } },
  ...more,
})

function drawn(widgets: PageWidget[], { mode = 'run' as Mode, freshness = 'good' as Freshness } = {}): string {
  const reading = { value: 4.82, code: 200, time: 1, receivedAt: 1, drawnAt: 1 }
  const cell = { read: () => reading, trend: () => [], watch: () => () => undefined }
  const source = { cell: () => cell, freshness: () => freshness, texts: () => null, now: () => 1 }
  const page = prepare(widgets, types, { regions: null, words: (source) => source })
  return renderToString(<PageView page={page} source={source} mode={mode} />)
}
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0

test('consecutive drawings share an <svg> of their size, with HTML between them', () => {
  const html = drawn([stored('a', 'Rect'), stored('b', 'Rect'), stored('c', 'Text'), stored('d', 'Rect')])
  expect(count(html, /class="widget-layer"/g)).toBe(2)
  expect(html).toContain('style="left:-2px;top:8px;width:54px;height:64px" viewBox="-2 8 54 64"')
  expect(html.indexOf('<b>')).toBeGreaterThan(html.indexOf('data-widget="1"'))
})

test('a group of drawings joins their <svg>; a group with HTML has its own layers', () => {
  const flat = drawn([stored('g', 'group', { children: [stored('a', 'Rect'), stored('b', 'Rect')] })])
  expect(count(flat, /class="widget-layer"/g)).toBe(1)
  expect(flat).toMatch(/<g [^>]*data-widget="0"[^>]*><g [^>]*data-widget="1"/)
  const mixed = drawn([stored('g', 'group', { children: [stored('a', 'Rect'), stored('b', 'Text')] })])
  expect(mixed).toMatch(/<div [^>]*data-widget="0"[^>]*><svg class="widget-layer"/)
})

test('the mark of a turned drawing is upright, at the upper right of its bounds', () => {
  const markOf = (rotate: number) =>
    /<text class="widget-mark[^>]*data-part="mark"([^>]*)>/.exec(
      drawn([stored('a', 'Rect', { position: { x: 10, y: 20, width: 60, height: 80, rotate } })]),
    )?.[1]
  expect(markOf(0)).toBe(' x="58" y="9"')
  expect(markOf(270)).toBe(' x="68" y="19" transform="rotate(-270 30 40)"')
})

test('a drawing too narrow for the word of its mark has the sign alone', () => {
  const html = (width: number, rotate = 0) =>
    drawn([stored('a', 'Rect', { position: { x: 10, y: 20, width, height: 80, rotate } })])
  expect(html(40)).toMatch(/<g class="widget-corner-sign"><text x="38" y="9">\?<\/text><path/)
  expect(html(40)).not.toContain('data-part="mark"')
  for (const wide of [html(48), html(40, 90)]) expect(wide).toContain('data-part="mark"')
})

test('an unknown type is drawn as a box with its name', () => {
  const html = drawn([stored('a', 'Hologram', { widgetName: 'Beam' }), stored('b', 'Text')])
  expect(html).toContain('Widget “Beam” cannot be drawn: Unknown widget type Hologram')
  expect(html).toContain('<b>text</b>')
})

test('the box shows the text that fits, and the full text as a tooltip', () => {
  const box = (width: number, height: number) => ({ position: { x: 0, y: 0, width, height, rotate: 0 } })
  const inBox = (width: number, height: number) =>
    /<div class="widget-broken"[^>]*>([^<]*)</.exec(drawn([stored('a', 'Hologram', box(width, height))]))?.[1]
  expect(inBox(400, 40)).toBe('Widget “Hologram” cannot be drawn')
  expect(inBox(160, 50)).toBe('Widget “Hologram” cannot be drawn')
  expect(inBox(110, 24)).toBe('Hologram')
  expect(inBox(30, 24)).toBe('?')
  const html = drawn([stored('a', 'Hologram', box(30, 24))])
  expect(html).toContain('aria-label="Widget “Hologram” cannot be drawn"')
  expect(html).toContain('title="Widget “Hologram” cannot be drawn: Unknown widget type Hologram"')
})

test('a widget with a click action is a button while the page runs', () => {
  const clickEvent = { enable: true, action: 'link', link: '/msg', hint: 'Messages' }
  const button = /data-click="" role="button" tabindex="0" aria-label="Messages"/i
  const html = drawn([stored('a', 'Rect', { clickEvent })])
  expect(html).toMatch(button)
  expect(html).not.toMatch(/widget-layer"[^>]*aria-hidden/)
  expect(drawn([stored('a', 'Rect', { clickEvent })], { mode: 'edit' })).not.toMatch(button)
})

test('a widget that draws its own values gets no bad value, and none in the designer', () => {
  const line = [stored('a', 'complexLine', { data: bound })]
  expect(drawn(line)).toContain('<i>true 4.82</i>')
  expect(drawn(line, { freshness: 'bad' })).toContain('<i>true null</i>')
  expect(drawn(line, { mode: 'edit' })).toContain('<i>false null</i>')
})

test('a page with very many widgets draws its first part first, a smaller page all widgets', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => stored(`w${i}`, 'Text'))
  expect(count(drawn(many(400)), /data-widget/g)).toBe(400)
  expect(count(drawn(many(401)), /data-widget/g)).toBe(128)
  expect(count(drawn(many(401), { mode: 'edit' }), /data-widget/g)).toBe(401)
})
