// Pie, ring and rose: three drawings of the shares of a whole. [S3 Pie/Ring/Rose]
import { useMemo } from 'react'
import { manySlot } from '../binds.ts'
import { cssColour } from '../colour.ts'
import { choiceField, type Label, numberField } from '../fields.ts'
import { type Widget, widget } from '../widget.ts'
import { entryFields, labelStyle, legendStyle, marginStyle, themeStyle, valueData } from './fields.ts'
import { LiveChart } from './live.tsx'
import { type PieKind, pieOption, sentenceOf, shareLegend, sharesOf, shareWords } from './pie.ts'

const maxSlices = 20

const style = {
  ...legendStyle,
  ...themeStyle,
  ...labelStyle,
  ...marginStyle([60, 60, 60, 60]),
} as const

const ringStyle = {
  ringWidth: numberField(20, {
    ...{ section: 'fill' as const, unit: 'px', min: 1, max: 1000 },
    label: { en: 'Ring width', 'zh-cn': '环宽' },
  }),
} as const

const data = {
  ...valueData,
  valueType: choiceField('percent', {
    section: 'values',
    label: { en: 'At the slices', 'zh-cn': '扇区标注' },
    options: [
      { value: 'value', label: { en: 'Value', 'zh-cn': '数值' } },
      { value: 'percent', label: { en: 'Percentage', 'zh-cn': '百分比' } },
      { value: 'both', label: { en: 'Value and percentage', 'zh-cn': '数值和百分比' } },
      { value: 'none', label: { en: 'Nothing', 'zh-cn': '无' } },
    ],
  }),
} as const

export const pieWidget = (kind: PieKind, word: string, name: Label): Widget =>
  widget({
    ...{ family: 'complex', word, name, data },
    size: { width: 320, height: 260 },
    style: { ...style, ...(kind === 'ring' ? ringStyle : ({} as Partial<typeof ringStyle>)) } as typeof style &
      Partial<typeof ringStyle>,
    binds: { values: manySlot({ en: 'Values', 'zh-cn': '数值' }, { most: maxSlices, of: entryFields }) },
    Draw({ style: of, data: { text, unit, decimals, valueType }, mode, inputs: inputsOf }) {
      const inputs = useMemo(() => inputsOf('values'), [inputsOf])
      const written = { unit, decimals }
      return (
        <LiveChart
          {...{ inputs, mode, style: of, name, heading: text, glyph: kind === 'ring' ? 'ring' : 'pie' }}
          modelOf={(entries, t) => {
            const shares = sharesOf(entries)
            const wordsOf = (slice: Parameters<typeof shareWords>[0]) =>
              mode === 'run' ? shareWords(slice, valueType, written) : ''
            const drawing = { kind, shares, style: of, colour: cssColour(of.fontColor) }
            const legend = shareLegend(entries, written, t)
            return {
              option: (look) => pieOption(drawing, wordsOf, look),
              legend: mode === 'run' ? legend : legend.map((row) => ({ ...row, value: '' })),
              sentence: sentenceOf(shares, t),
              isEmpty: shares.fault !== null,
            }
          }}
        />
      )
    },
  })
