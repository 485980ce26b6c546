// The panel of every registered widget in both languages; each field is changed once and read back.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { PageDocument, type PageWidget } from '../../contract/page-document.ts'
import { setLanguage } from '../../ui/language.ts'
import { type Field, type Fields, readFields } from '../../widgets/fields.ts'
import { animations } from '../../widgets/host/animation.ts'
import { clickFields } from '../../widgets/host/click-event.ts'
import { type PanelField, panelOf } from '../../widgets/panel.ts'
import { loadWidget, widgetTypes } from '../../widgets/registry.ts'
import { fresh, parsed, type Widget } from '../../widgets/widget.ts'
import { read, write } from './path.ts'
import { type PanelTab, PropertyPanel } from './property-panel.tsx'
import { fieldValue } from './shared.ts'
import { whyNoRegions } from './simple-boxes.tsx'
import { rebound } from './slots.ts'
import type { Sources, VariableSource } from './sources.ts'

const variables: VariableSource = {
  search: () => Promise.resolve([]),
  find: () => Promise.resolve([]),
  ofDevice: () => Promise.resolve([]),
  value: () => ({ get: () => ({ text: '4.82 m', quality: 'good' }), watch: () => () => undefined }),
}
const container = { width: 1024, height: 768, bgColor: '' }
const level = { type: 'signal', signalId: 7, equipId: 3, title: 'LT-401 level', subTitle: 'Works' }
const tabs: readonly PanelTab[] = ['style', 'data', 'motion', 'event']

const drawn = (
  widgets: readonly PageWidget[],
  types: ReadonlyMap<string, Widget>,
  tab: PanelTab,
  more: Pick<Sources, 'named'> = {},
) =>
  renderToStaticMarkup(
    <PropertyPanel
      {...{ widgets, types, container, variables, tab, ...more }}
      whole={{ widgets, onChange: () => undefined }}
      pages={[{ id: 4, title: 'Overview' }]}
      regions={['North']}
      onContainer={() => undefined}
      onChange={() => undefined}
    />,
  )

test('a region that no role has any more is marked', () => {
  setLanguage('en')
  const position = { x: 0, y: 0, width: 40, height: 20, rotate: 0 }
  const widget = { id: 'a', widgetType: 'Rect', position, authRegion: 'North,Lost' }
  const html = drawn([widget], new Map(), 'style')
  expect(html).toContain('Lost (removed: no role has it)')
  expect(html).toContain('ant-select-status-error')
  expect(html).not.toContain('North (removed')
  expect(drawn([{ ...widget, authRegion: 'North' }], new Map(), 'style')).not.toContain('ant-select-status-error')
})

test('an empty list of regions explains itself: none exist, none match, not loaded yet, or not readable', () => {
  expect(whyNoRegions(['North'])).toBe('noRegionMatch')
  expect(whyNoRegions([])).toBe('noRegions')
  expect(whyNoRegions(undefined)).toBe('regionsLoading')
  expect(whyNoRegions('failed')).toBe('regionsUnknown')
})

/** A different valid value for a field. */
function another(field: Field): unknown {
  const { initial, min = 0, max = 1, options = [], of = {} } = field
  switch (field.kind) {
    case 'number':
      return initial === min ? Math.min(max, min + 1) : min
    case 'flag':
      return !initial
    case 'choice':
      return (options.find(({ value }) => value !== initial) ?? options[0])?.value
    case 'colour':
      return '#1d5fa880'
    case 'image':
      return '/userimg/a.png'
    case 'expression':
      return `\${3.7} > 4`
    case 'bind':
      return level
    case 'click':
      return { enable: true, action: 'link', link: '/x' }
    case 'list':
      return [changedAll(of)]
    default:
      return ['another', '0,0 100,100'].find((text) => field.schema.safeParse(text).success)
  }
}
const changedAll = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, another(field)]))

/** Every line that the panel can show for a widget, ignoring conditions. */
const allLines = ({ style, data }: Widget): PanelField[] =>
  (
    [
      ['style', style],
      ['data', data],
      ...Object.entries(animations).map(([kind, { fields }]) => [`animation.${kind}`, fields] as const),
      ['clickEvent', clickFields],
    ] as readonly (readonly [string, Fields])[]
  ).flatMap(([part, fields]) =>
    Object.entries(fields).map(([key, field]) => ({ path: `${part}.${key}`, field, value: undefined })),
  )

const savedAndOpened = (widget: PageWidget): PageWidget => {
  // `type` is the kind of a binding (a text), but the alarm record has a boolean field of that name.
  const { type, ...data } = widget.data ?? {}
  const kept = typeof type === 'boolean' ? { ...widget, data } : widget
  const page = { con: container, widgets: [kept], bind: {} }
  const opened = PageDocument.parse(JSON.parse(JSON.stringify(page))).widgets[0]!
  return kept === widget ? opened : { ...opened, data: { ...opened.data, type } }
}

describe.each([...widgetTypes])('the panel of %s', async (type) => {
  const widget = await loadWidget(type)
  const types = new Map([[type, widget]])
  const made = fresh(widget, 'w1', { x: 3, y: 4 })
  const arrays = { signalArray: [level, { title: 'gone' }], signalArrayX: [level], signalArrayY: [level] }
  const bound = { ...made, data: { ...made.data, ...level, ...arrays } }
  const changed = allLines(widget).reduce((now, { path, field }) => write(now, path, another(field)), {
    ...bound,
    items: [changedAll(widget.items), null],
  } as PageWidget)

  test.each([
    ['en', 'Position'],
    ['zh-cn', '位置'],
  ] as const)('draws in %s: fresh, bound, changed, with nonsense, several', (language, heading) => {
    setLanguage(language)
    const nonsense = { ...made, style: { fontSize: [] }, data: { signalArray: 5 }, animation: { fill: 3 }, items: [5] }
    for (const widgets of [[made], [bound], [changed], [nonsense as PageWidget], [made, { ...changed, id: 'w2' }]])
      for (const tab of tabs) {
        const html = drawn(widgets, types, tab)
        expect(html).not.toMatch(/NaN|undefined|\[object/)
        if (tab === 'style') expect(html).toContain(heading)
      }
  })

  test('changes every field once, and reads it back after saving', () => {
    for (const { path, field } of allLines(widget)) {
      const value = another(field)
      const opened = savedAndOpened(write({ ...made, stranger: { kept: true } }, path, value))
      expect({ path, value: fieldValue(field, read(opened, path)) }).toEqual({ path, value })
      const [part, key = ''] = path.split('.')
      if (part === 'style' || part === 'data') {
        const at = parsed(widget, opened)[part] as Record<string, unknown>
        expect({ path, value: at[key] }).toEqual({ path, value: field.schema.parse(value) })
      }
      expect(opened.stranger).toEqual({ kept: true })
    }
  })

  test('shows its bindings', () => {
    setLanguage('en')
    const { binds } = panelOf(widget, bound)
    if (!binds.some(({ slot }) => slot.kinds.includes('signal'))) return
    expect(drawn([bound], types, 'data')).toContain('LT-401 level')
    const named = (name: string) => (name === 'LT-401 level' ? '液位' : name)
    expect(drawn([bound], types, 'data', { named })).toContain('LT-401 level<small>液位</small>')
  })
})

test('unknown values in a list entry survive editing', async () => {
  const widget = await loadWidget('Slide')
  const made = fresh(widget, 'w1', { x: 0, y: 0 })
  const stored = write(made, 'data.picArray', [{ imgUrl: '', own: 5 }])
  const opened = savedAndOpened(write(stored, 'data.picArray.0.imgUrl', '/userimg/b.png'))
  expect(read(opened, 'data.picArray.0')).toEqual({ imgUrl: '/userimg/b.png', own: 5 })
  expect(readFields(widget.data, opened.data)).toMatchObject({ picArray: [{ imgUrl: '/userimg/b.png' }] })
})

test('menu entries below the last level are reported as not on the page', async () => {
  const menu = await loadWidget('Menu')
  const made = fresh(menu, 'w1', { x: 0, y: 0 })
  const nested = (depth: number): object => (depth > 0 ? { label: 'x', children: [nested(depth - 1)] } : { label: 'x' })
  const told = (depth: number) => {
    const types = new Map([[made.widgetType, menu]])
    return drawn([{ ...made, items: [nested(depth)] } as PageWidget], types, 'data')
  }
  setLanguage('en')
  expect(told(2)).not.toContain('below the last level')
  expect(told(4)).toContain('2 entries lie below the last level')
  setLanguage('zh-cn')
  expect(told(3)).toContain('1 个条目位于最后一级之下')
})

test("a widget of an unknown type has the host's fields", () => {
  setLanguage('en')
  const strange: PageWidget = { id: 'w1', widgetType: 'Hologram', position: { ...container, x: 0, y: 0, rotate: 0 } }
  expect(drawn([strange], new Map(), 'style')).toContain('unknown type Hologram')
  expect(drawn([strange], new Map(), 'motion')).toContain('Visibility')
  expect(drawn([strange], new Map(), 'data')).toContain('does not have data')
})

test('without a selection the panel shows the page', () => {
  setLanguage('en')
  expect(drawn([], new Map(), 'style')).toMatch(/Page.*value="1024".*value="768"/)
})

test('a binding is written into the data of every selected widget', () => {
  const data = { prefix: 'L', type: 'mvar', mvarId: 3 }
  expect(rebound(data, level)).toEqual({ prefix: 'L', ...level })
})
