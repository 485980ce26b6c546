import { describe, expect, test } from 'vitest'
import { PageDocument } from './page-document.ts'
import { upgradePage } from './page-upgrade.ts'

const position = { x: 1, y: 2, width: 30, height: 40, rotate: 90 }
const bind = (signalId: number) => ({ type: 'signal', equipmentId: 3, signalId })
const bound = (signalId: number) => ({ type: 'signal', equipId: 3, signalId })
const old = (type: string, props: object = {}, binds: object = {}) => ({ id: 'w1', type, position, props, binds })
const upgraded = (...widgets: object[]) =>
  (upgradePage({ width: 800, height: 600, bgColor: '#fff', widgets }) as PageDocument).widgets

describe('a page in the first format', () => {
  test('has its size in its container', () => {
    const page = upgradePage({ width: 800, height: 600, bgColor: '#fff', widgets: [old('usual/text', { text: 'A' })] })
    expect(page).toEqual({
      con: { width: 800, height: 600, bgColor: '#fff' },
      widgets: [{ id: 'w1', widgetType: 'Text', position, style: {}, data: { text: 'A' } }],
      bind: {},
    })
    expect(PageDocument.safeParse(page).success).toBe(true)
  })

  test.each([
    ['usual/data-text', 'DataText'],
    ['usual/percent-fill', 'PercentFill'],
    ['shape/line', 'shapeLine'],
    ['shape/rect', 'Rect'],
  ])('calls %s %s', (type, widgetType) => expect(upgraded(old(type))).toMatchObject([{ widgetType }]))

  test('keeps look and data of a text', () => {
    const props = { prefix: 'p', unit: 'm', decimals: 2, size: 20, bold: true, muted: true, align: 'right' }
    expect(upgraded(old('usual/data-text', props, { value: bind(7) }))[0]).toEqual({
      ...{ id: 'w1', widgetType: 'DataText', position },
      style: { fontSize: 20, bold: true, align: 'right', fontColor: 'ink2' },
      data: { prefix: 'p', unit: 'm', decimals: 2, ...bound(7) },
    })
    expect(upgraded(old('usual/text', { muted: true, colour: '#123' }))[0]!.style).toEqual({ fontColor: '#123' })
  })

  test('keeps the scale of a tank', () => {
    const props = { min: 1, max: 5, low: 2, high: 4, vessel: 'none', scale: false }
    expect(upgraded(old('usual/percent-fill', props, { value: bind(7) }))[0]).toMatchObject({
      style: { vessel: 'none' },
      data: { minVal: 1, maxVal: 5, lowVal: 2, highVal: 4, scale: false, ...bound(7) },
    })
  })

  test('turns the state of a shape into an animation', () => {
    const binds = { on: bind(7), alarm: bind(8) }
    expect(upgraded(old('shape/circle', { fill: 'idle', weight: 3 }, binds))[0]).toEqual({
      ...{ id: 'w1', widgetType: 'Circle', position, style: { fill: 'idle', strokeWidth: 3 }, data: {} },
      animation: {
        fill: { enable: true, data: bound(7), symbol: '>', value: 0, color: 'steel' },
        border: { enable: true, data: bound(8), symbol: '>', value: 0, color: 'severe' },
      },
    })
    expect(upgraded(old('shape/rect', { whenOn: 'surface' }, { on: bind(7) }))[0]!.animation).toMatchObject({
      fill: { color: 'surface' },
    })
    expect(upgraded(old('shape/line', {}, { on: bind(7) }))[0]!.animation).toEqual({
      border: { enable: true, data: bound(7), symbol: '<=', value: 0, color: 'idle' },
    })
  })

  test('keeps unknown fields', () => {
    expect(upgraded({ ...old('usual/hologram', { a: 1 }, { beam: bind(7) }), more: 2 })[0]).toEqual({
      ...{ id: 'w1', widgetType: 'usual/hologram', position, more: 2 },
      ...{ props: { a: 1 }, binds: { beam: bound(7) } },
    })
  })
})

test.each([
  [
    {
      con: { width: 800 },
      widgets: [{ id: 'w', widgetType: 'Text', position, style: { a: 1 } }],
      bind: { keys: ['k'] },
      x: 1,
    },
  ],
  [null],
  [5],
  ['text'],
  [[]],
  [{ widgets: 5 }],
])('a page in the new format, or no page, is unchanged: %j', (stored) => expect(upgradePage(stored)).toEqual(stored))
