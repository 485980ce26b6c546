// Differences between pages, described with the names of the property panel.
import { expect, test } from 'vitest'
import { differences } from '../../platform/versioned/rules.ts'
import type { PageVersion } from '../page/contract.ts'
import { shownOf, viewOf } from './content-view.ts'

const text = (id: string, words: string, more: object = {}) => ({
  ...{ id, widgetType: 'Text', position: { x: 1, y: 2, width: 30, height: 40, rotate: 0 }, data: { text: words } },
  ...more,
})
const page = (widgets: object[], more: object = {}) =>
  ({
    title: 'Overview',
    content: { con: { width: 1024, height: 768, bgColor: '' }, widgets, bind: { signals: [widgets.length] } },
    ...more,
  }) as unknown as PageVersion

async function told(before: PageVersion, after: PageVersion, language: 'en' | 'zh-cn' = 'en') {
  const contents = [shownOf(before), shownOf(after)]
  const changes = differences(await viewOf(contents), ...(contents as [object, object]), language)
  return changes.map(({ kind, steps, before, after }) => [
    kind,
    steps.map(({ name }) => name).join(' / '),
    before,
    after,
  ])
}

test('a widget is named by its type and text, its fields as in the panel', async () => {
  const before = page([text('a', 'Tank')])
  const after = page([
    text('a', 'Tank', { position: { x: 9, y: 2, width: 30, height: 40, rotate: 90 }, style: { bold: true } }),
  ])
  expect(await told(before, after)).toEqual([
    ['changed', 'Widgets / Text “Tank” / Position / x', 1, 9],
    ['changed', 'Widgets / Text “Tank” / Position / Rotation', '0°', '90°'],
    ['changed', 'Widgets / Text “Tank” / Style / Bold', false, true],
  ])
  expect((await told(before, after, 'zh-cn')).map(([, name]) => name)).toEqual([
    '组件 / 文本 “Tank” / 位置 / x',
    '组件 / 文本 “Tank” / 位置 / 旋转',
    '组件 / 文本 “Tank” / 样式 / 加粗',
  ])
})

test('added, removed and moved widgets are listed, also in a group, and changes of the page itself', async () => {
  const group = (children: object[]) =>
    text('g', 'G', { widgetType: 'group', data: undefined, widgetName: 'Pumps', children })
  const before = page([text('a', 'A'), text('b', 'B'), group([text('c', 'C')])])
  const after = page([text('b', 'B'), text('a', 'A'), group([text('c', 'D'), text('e', 'E')])], { title: 'Works' })
  const names = (await told(before, after)).map(([kind, name]) => `${kind} ${name}`)
  expect(names).toEqual([
    'changed Title',
    expect.stringMatching(/^changed Widgets \/ .*Pumps \/ In the group \/ Text “C” \/ .*Text$/),
    expect.stringMatching(/^added Widgets \/ .*Pumps \/ In the group \/ Text “E”$/),
    'order Widgets',
  ])
})

test('unknown types and fields are named by their keys', async () => {
  const stranger = (deep: object) => text('x', '', { widgetType: 'Hologram', data: {}, beam: { deep: [deep] } })
  expect(await told(page([stranger({ id: 'q', power: 1 })]), page([stranger({ id: 'q', power: 2 })]))).toEqual([
    ['changed', 'Widgets / Hologram x / beam / deep / q / power', 1, 2],
  ])
})

test('an animation and its binding are named as in the panel', async () => {
  const fill = {
    enable: true,
    data: { type: 'signal', signalId: 7, equipId: 3, title: 'Level', subTitle: 'Tank' },
    symbol: '>',
  }
  expect(await told(page([text('a', 'A')]), page([text('a', 'A', { animation: { fill } })]))).toEqual([
    ['changed', 'Widgets / Text “A” / Animation / Fill / Active', false, true],
    ['changed', 'Widgets / Text “A” / Animation / Fill / Variable / Variable', undefined, 'Level'],
    ['changed', 'Widgets / Text “A” / Animation / Fill / Variable / Device', undefined, 'Tank'],
    ['changed', 'Widgets / Text “A” / Animation / Fill / Variable / Variable number', undefined, '#7'],
    ['changed', 'Widgets / Text “A” / Animation / Fill / Variable / Device number', undefined, '#3'],
    ['changed', 'Widgets / Text “A” / Animation / Fill / Holds if', '=', '>'],
  ])
})

test('two thousand moved widgets are each listed once', async () => {
  const all = (x: number) =>
    page(Array.from({ length: 2000 }, (_, i) => text(`w${i}`, `W${i}`, { position: { x, y: i, width: 1, height: 1 } })))
  expect(await told(all(1), all(2))).toHaveLength(2000)
})
