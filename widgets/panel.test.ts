import { describe, expect, test } from 'vitest'
import { choiceField, numberField, textField } from './fields.ts'
import { panelOf } from './panel.ts'
import dataText from './usual/data-text.tsx'
import percentFill from './usual/percent-fill.tsx'
import { fresh, widget } from './widget.ts'

const shown = (of: typeof dataText, change: object = {}) =>
  panelOf(of, { ...fresh(of, 'w', { x: 0, y: 0 }), ...change }).sections.map(({ label, fields }) => [
    label.en,
    ...fields.map(({ path }) => path),
  ])

describe('the panel', () => {
  test('has the fields of a widget in its sections, with their type and value', () => {
    expect(shown(dataText)).toEqual([
      ['Content', 'data.prefix', 'data.suffix'],
      ['Values', 'data.unit', 'data.decimals', 'data.thousands', 'data.trueText', 'data.falseText'],
      ['Text', 'style.fontSize', 'style.bold', 'style.fontColor', 'style.align', 'style.fontFamily'],
    ])
    const { sections, binds } = panelOf(dataText, { ...fresh(dataText, 'w', { x: 0, y: 0 }), style: { fontSize: 30 } })
    expect(sections[2]!.fields[0]).toMatchObject({
      path: 'style.fontSize',
      value: 30,
      field: { kind: 'number', unit: 'px', min: 6, max: 400, label: { en: 'Font size', 'zh-cn': '字号' } },
    })
    expect(binds).toMatchObject([{ name: 'value', slot: { kinds: ['signal', 'mvar', 'system'] } }])
  })

  test('omits fields whose conditions do not hold', () => {
    const scale = (is: boolean) => shown(percentFill, { data: { scale: is } }).flat()
    expect(scale(true)).toContain('data.lowVal')
    expect(scale(false)).not.toContain('data.lowVal')
  })

  test('has the animations and the click action of every widget', () => {
    const { animations, click } = panelOf(dataText, fresh(dataText, 'w', { x: 0, y: 0 }))
    expect(animations.map(({ kind }) => kind)).toEqual(['visibility', 'twinkle', 'rotate', 'fill', 'border', 'font'])
    expect(animations[2]!.fields.map(({ path }) => path)).toContain('animation.rotate.speed')
    expect(click.map(({ path }) => path)).toEqual([
      ...['enable', 'action', 'data', 'writeType', 'writeValue', 'delay', 'hint', 'confirm', 'feedback'].map(
        (key) => `clickEvent.${key}`,
      ),
    ])
  })

  test("has the widget's own headings after the standard ones", () => {
    const section = { en: 'Camera', 'zh-cn': '摄像机' }
    const label = { en: 'X', 'zh-cn': '某' }
    const video = widget({
      ...{ family: 'complex', word: 'Video', name: label, Draw: () => null },
      items: { url: textField('', { label }) },
      data: {
        kind: choiceField('a', { section, label, options: [{ value: 'a', label }] }),
        plain: textField('', { label }),
        size: numberField(1, { section: 'fill', min: 0, max: 9, label }),
      },
    })
    expect(shown(video)).toEqual([
      ['Content', 'data.plain'],
      ['Fill and line', 'data.size'],
      ['Camera', 'data.kind'],
    ])
    expect(Object.keys(panelOf(video, fresh(video, 'w', { x: 0, y: 0 })).items)).toEqual(['url'])
  })
})
