import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { readFields } from '../fields.ts'
import type { Mode } from '../widget.ts'
import dashboard, { angleOf, arcPath, beyondScale, isOutside } from './dashboard.tsx'

test.each([
  [0, 0, 100, -120],
  [50, 0, 100, 0],
  [100, 0, 100, 120],
  [-5, 0, 100, -120],
  [500, 0, 100, 120],
  ['25', 0, 100, -60],
  [25, 100, 0, 60],
  [null, 0, 100, undefined],
  ['full', 0, 100, undefined],
  [5, 5, 5, undefined],
])('%s between %s and %s points to %s degrees', (value, minVal, maxVal, angle) =>
  expect(angleOf(value, { minVal, maxVal })).toBe(angle),
)

test.each([
  [5, 0, 0, false],
  [5, 1, 10, false],
  [0.5, 1, 10, true],
  [11, 1, 10, true],
  [null, 1, 10, false],
])('%s is outside %s to %s: %s', (value, lowVal, highVal, is) => expect(isOutside(value, { lowVal, highVal })).toBe(is))

test.each([
  [100, 0, 100, null, '100'],
  [487, 0, 100, 'above', '487 ↑'],
  [-5, 0, 100, 'below', '−5 ↓'],
  [487, 100, 0, 'above', '487 ↑'],
  [5, 5, 5, null, '5'],
])('%s on a scale from %s to %s is beyond it: %s, and shows %s', (value, minVal, maxVal, beyond, words) => {
  expect(beyondScale(value, { minVal, maxVal })).toBe(beyond)
  const shown = dashboard.show!({
    ...{ style: {}, items: [], data: readFields(dashboard.data, { minVal, maxVal }), size: dashboard.size, now: 0 },
    ...{ mode: 'run', readAll: () => [], fieldsOf: () => [] },
    read: () => ({
      ...{ value, standIn: null, quality: 'good', code: 200, time: 0, texts: null },
      ...{ isBound: true, title: '' },
    }),
  })
  expect([shown.text?.value, shown.state?.beyond]).toEqual([words, beyond])
})

test('an arc of more than half a circle sets the large-arc flag', () => {
  expect(arcPath(-120, 120, 10)).toContain(' 0 1 1 ')
  expect(arcPath(-20, 20, 10)).toContain(' 0 0 1 ')
})

test('on a running page an unbound gauge shows that it has no value instead of zero', () => {
  const reading = { value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null, title: '' } as const
  const emptyIn = (mode: Mode, isBound: boolean) =>
    dashboard.show!({
      ...{ style: {}, items: [], data: readFields(dashboard.data, {}), size: dashboard.size, mode, now: 0 },
      ...{ read: () => ({ ...reading, isBound }), readAll: () => [], fieldsOf: () => [] },
    }).state?.empty
  expect([emptyIn('run', false), emptyIn('run', true), emptyIn('edit', false)]).toEqual(['', '', null])
})

test('in the editor a bound gauge shows its variable, unless that is its own name, with a centred pointer', () => {
  const shown = (title: string, text = '') =>
    dashboard.show!({
      ...{
        style: readFields(dashboard.style, {}),
        items: [],
        data: readFields(dashboard.data, { text }),
        size: dashboard.size,
        mode: 'edit',
        now: 0,
      },
      read: () => ({
        ...{ value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null },
        ...{ isBound: true, title },
      }),
      ...{ readAll: () => [], fieldsOf: () => [] },
    })
  expect(shown('Well level')).toMatchObject({
    text: { value: 'Well level' },
    vars: { angle: '0deg' },
    state: { empty: null },
  })
  expect(shown('Raw main pressure, left').text?.value).toBe('Raw main press…')
  expect(shown('Well level', 'Well level').text?.value).toBe('###')
})

describe('a text beside another gauge', () => {
  const size = { width: 80, height: 75 }
  const style = readFields(dashboard.style, {})
  const unread = { value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null } as const
  const drawn = (text: string) => {
    const Draw = dashboard.Draw as (props: object) => ReactNode
    return renderToStaticMarkup(<Draw {...{ style, size, items: [], data: readFields(dashboard.data, { text }) }} />)
  }
  const variable = (title: string) =>
    dashboard.show!({
      ...{ style, size, items: [], data: readFields(dashboard.data, {}), mode: 'edit', now: 0 },
      read: () => ({ ...unread, isBound: true, title }),
      ...{ readAll: () => [], fieldsOf: () => [] },
    }).text?.value

  test.each([
    ['Raw main pressure, left', 'Raw ma…'],
    ['原水泵房出口压力', '原水泵…'],
    ['Level', 'Level'],
  ])('the variable %s in the editor is no wider than the gauge: %s', (title, shown) =>
    expect(variable(title)).toBe(shown),
  )

  test.each(['Raw main pressure, left side', '原水泵房一号提升泵出口压力'])(
    'the name %s is shortened, and stays readable as a hint',
    (text) => {
      const html = drawn(text)
      expect(html).toContain(`<title>${text}</title>`)
      const shown = /([^<>]+)…<\/text>/.exec(html)?.[1]
      expect(shown && text.startsWith(shown)).toBe(true)
    },
  )

  test('a name that fits is shown whole', () => {
    expect(drawn('Inlet')).toContain('>Inlet</text>')
  })
})
