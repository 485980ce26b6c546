import { describe, expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import { choiceField, listField, numberField, textField } from '../../widgets/fields.ts'
import iframe from '../../widgets/navigate/iframe.tsx'
import rect from '../../widgets/shape/rect.tsx'
import button from '../../widgets/usual/button.tsx'
import dataText from '../../widgets/usual/data-text.tsx'
import { fresh, type Widget, widget } from '../../widgets/widget.ts'
import { setAt } from './edit.ts'
import { commonPanel, fieldValue, nameOf, sectionsOf, sharedAt, sharedField } from './shared.ts'

const label = { en: 'X', 'zh-cn': '某' }
const made = (of: Widget, id = of.type, change: object = {}): PageWidget => ({
  ...fresh(of, id, { x: 0, y: 0 }),
  ...change,
})
const typesOf = (...of: Widget[]) => new Map(of.map((each) => [each.type, each]))
const pathsOf = (widgets: PageWidget[], ...of: Widget[]) =>
  commonPanel(widgets, typesOf(...of)).sections.flatMap(({ fields }) => fields.map(({ path }) => path))

describe('a value of several widgets', () => {
  test('is shared, or mixed', () => {
    const both = [made(dataText, 'a'), made(dataText, 'b', { style: { fontSize: 30, bold: false } })]
    expect(sharedAt(both, 'position.x')).toEqual({ value: 0, isMixed: false })
    expect(sharedAt(both, 'style.fontSize')).toEqual({ value: 14, isMixed: true })
    expect(sharedAt(both, 'style.bold').isMixed).toBe(false)
    expect(sharedAt([], 'style.bold')).toEqual({ value: undefined, isMixed: false })
  })

  test('is the initial one if none is stored, or if it is invalid', () => {
    const path = 'style.fontSize'
    const field = numberField(14, { min: 6, max: 400, label })
    const all = [made(dataText, 'a', { style: {} }), made(dataText, 'b', { style: { fontSize: 'x' } })]
    expect(sharedField(all, { path, field })).toEqual({ value: 14, isMixed: false })
  })

  test('for a list is the stored one, with unknown values in its entries', () => {
    const field = listField({ text: textField('', { label }) }, { most: 3, label })
    const stored = [{ text: 'a', own: 1 }]
    expect(fieldValue(field, stored)).toBe(stored)
    expect([fieldValue(field, { 0: 'a' }), fieldValue(field, undefined)]).toEqual([[], []])
  })
})

describe('the panel of several widgets', () => {
  test('of one type has all its fields and its single slot', () => {
    const both = [made(dataText, 'a'), made(dataText, 'b')]
    expect(pathsOf(both, dataText)).toEqual(pathsOf([both[0]!], dataText))
    expect(commonPanel(both, typesOf(dataText)).binds).toHaveLength(1)
  })

  test('of different types has their common fields', () => {
    expect(pathsOf([made(dataText), made(button)], dataText, button)).toEqual([
      ...['style.fontSize', 'style.bold', 'style.fontColor', 'style.align', 'style.fontFamily'],
    ])
    expect(pathsOf([made(rect), made(button)], rect, button)).toEqual(['style.fill', 'style.stroke'])
    expect(commonPanel([made(dataText), made(button)], typesOf(dataText, button)).binds).toEqual([])
    expect(pathsOf([made(rect), made(dataText)], rect)).toEqual([])
  })

  test('merges fields with the same name only if they are alike', () => {
    const of = (word: string, options: string[], max: number) =>
      widget({
        ...{ family: 'usual', word, name: label, Draw: () => null },
        style: {
          mode: choiceField(options[0]!, { label, options: options.map((value) => ({ value, label })) }),
          size: numberField(1, { min: 0, max, label }),
        },
      })
    const [a, b] = [of('Text', ['x', 'y'], 10), of('Timer', ['x', 'z'], 5)]
    const { sections } = commonPanel([made(a), made(b)], typesOf(a, b))
    expect(sections.flatMap(({ fields }) => fields)).toMatchObject([{ path: 'style.size', field: { max: 5 } }])
  })

  test('omits fields that depend on an omitted field', () => {
    const clickEvent = { enable: true, action: 'page', writeType: 'press', pressType: 'momentary', target: '_self' }
    const click = (change: object) =>
      commonPanel([made(button, 'a', { clickEvent: { ...clickEvent, ...change } })], typesOf(button)).click.map(
        ({ path }) => nameOf(path),
      )
    expect(click({})).not.toContain('pressType')
    expect(click({})).not.toContain('delay')
    expect(click({ action: 'write' })).toEqual(expect.arrayContaining(['writeType', 'pressType', 'delay']))
    expect(click({ action: 'write', target: 'window' })).not.toContain('width')
    expect(click({ target: 'window' })).toContain('width')
  })

  test('separates style from data', () => {
    const panel = commonPanel([made(dataText)], typesOf(dataText))
    expect(sectionsOf(panel, 'data').map((section) => section.label.en)).toEqual(['Content', 'Values'])
    expect(sectionsOf(panel, 'style').map((section) => section.label.en)).toEqual(['Text'])
  })
})

describe('the page of an embedded page', () => {
  const path = 'data.pageId'
  const field = iframe.data.pageId!
  const stored = made(iframe, 'a', { data: { configId: 7, other: 1 } })

  test('is shown under any of its stored names', () => {
    expect(sharedField([stored], { path, field })).toEqual({ value: 7, isMixed: false })
    const both = [stored, made(iframe, 'b', { data: { pageId: 7 } })]
    expect(sharedField(both, { path, field })).toEqual({ value: 7, isMixed: false })
  })

  test.each([9, 0])('is stored under one name when set to %s', (id) => {
    let next = stored
    setAt({ widgets: [stored], onChange: (change) => (next = change(stored)) }, path)(id)
    expect(sharedField([next], { path, field })).toEqual({ value: id, isMixed: false })
    expect(next.data).toEqual({ pageId: id, other: 1 })
  })
})
