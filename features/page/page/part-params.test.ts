import { describe, expect, test } from 'vitest'
import type { Binding, PageWidget } from '../../../contract/page-document.ts'
import {
  bound,
  filled,
  missingIn,
  namesIn,
  type PageParams,
  PageParams as Params,
  paramsIn,
  paramsOf,
  searchOf,
} from './part-params.ts'

const params: PageParams = { pump: 'pump2', tag: 'P-302' }
const widget = (data: Binding): PageWidget => ({
  id: 'w',
  widgetType: 'DataText',
  position: { x: 0, y: 0, width: 1, height: 1, rotate: 0 },
  data,
})

test.each([
  ['{pump}Speed', 'pump2Speed'],
  ['{tag} {pump}', 'P-302 pump2'],
  ['{other} stays', '{other} stays'],
  ['{ } {} {1}', '{ } {} {1}'],
  ['{constructor}', '{constructor}'],
])('%s is filled as %s', (text, full) => expect(filled(text, params)).toBe(full))

describe('bindings by name', () => {
  const find = ({ equipId, name }: { equipId: number; name: string }) =>
    equipId === 3 && name === 'pump2Speed' ? { signalId: 7, title: 'Speed' } : undefined

  test('are resolved with the parameters, also in lists and animations', () => {
    const named = { type: 'signal', equipId: 3, signalName: '{pump}Speed' }
    const stored = [{ ...widget(named), animation: { fill: { data: named } }, items: [named] }]
    const [now] = bound(stored, params, find)
    const whole = { ...named, signalId: 7, title: 'Speed' }
    expect(now).toMatchObject({ data: whole, animation: { fill: { data: whole } }, items: [whole] })
    expect(namesIn(stored, params)).toHaveLength(3)
  })

  test.each<[string, Binding]>([
    ['a mark that nothing stands for', { equipId: 3, signalName: '{other}Speed' }],
    ['no device', { signalName: '{pump}Speed' }],
    ['a device that is none', { equipId: '', signalName: '{pump}Speed' }],
    ['a name that is none', { equipId: 3, signalName: '{pump} Speed' }],
    ['another kind of name', { equipId: 3, signalName: 5 }],
  ])('with %s are not resolved', (_, data) => {
    expect(namesIn([widget(data)], params)).toEqual([])
    expect(bound([widget(data)], params, find)).toEqual([widget(data)])
  })

  test('stay unchanged if the variable is missing', () => {
    const data = { equipId: 3, signalName: '{pump}Level' }
    expect(bound([widget(data)], params, find)).toEqual([widget(data)])
  })
})

test('parameters are added to the address without changing its other parts', () => {
  expect(searchOf(params)).toEqual({ 'p.pump': 'pump2', 'p.tag': 'P-302' })
  expect(paramsOf({ ...searchOf(params), at: '5', 'p.': 'x', 'p.a b': 'y' })).toEqual(params)
  expect(paramsIn('pump=pump2&tag=P-302&1=no')).toEqual(params)
  expect(Params.safeParse(paramsOf({ 'p.x': 'y'.repeat(1000) })).success).toBe(true)
})

test('missing parameters of variables are listed once each; those of texts remain as they are', () => {
  const of = (signalName: unknown) => ({ ...widget({ type: 'signal', equipId: 3, signalName } as Binding) })
  const text = { ...widget({ type: 'signal' }), data: { text: '{tag} {note}' } }
  const grouped = { ...widget({ type: 'signal' }), children: [of('{site}{pump}Hours')] }
  const page = [of('{pump}Speed'), of('{pump}Current'), of('Level'), of(null), of('{constructor}X'), text, grouped]
  expect(missingIn(page, { tag: 'P-302' })).toEqual(['pump', 'constructor', 'site'])
  expect(missingIn(page, { pump: 'pump2', site: 'a', constructor: 'b' })).toEqual([])
})
