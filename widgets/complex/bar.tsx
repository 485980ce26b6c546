// Several variables as bars: their current values, or their means over the last minutes. [S3 Complex: Bar]
import { useMemo } from 'react'
import { manySlot } from '../binds.ts'
import { type Bars, barOption } from '../chart/axes.ts'
import { withUnit } from '../chart/entries.ts'
import {
  entryFields,
  highField,
  labelStyle,
  legendStyle,
  lowField,
  marginStyle,
  modeField,
  themeStyle,
  valueData,
} from '../chart/fields.ts'
import { LiveChart } from '../chart/live.tsx'
import { barsByTime, barsNow, emptyModel, valueLegend } from '../chart/live-models.ts'
import type { ChartLook } from '../chart/look.ts'
import { MinutesChart } from '../chart/minutes.tsx'
import { cssColour } from '../colour.ts'
import { choiceField, numberField } from '../fields.ts'
import { widget } from '../widget.ts'

const name = { en: 'Bar chart', 'zh-cn': '柱状图' }

export default widget({
  ...{ family: 'complex', word: 'Bar', name, size: { width: 420, height: 260 } },
  style: { ...legendStyle, ...themeStyle, ...labelStyle, ...marginStyle([14, 20, 28, 48]) },
  data: {
    ...valueData,
    dimensionType: choiceField('value', {
      section: 'values',
      label: { en: 'Compares', 'zh-cn': '对比方式' },
      options: [
        { value: 'value', label: { en: 'Values now', 'zh-cn': '当前值' } },
        { value: 'time', label: { en: 'Means over time', 'zh-cn': '时段均值' } },
      ],
    }),
    /** Time range of the bars in minutes. [S9: bar time range 60 min] */
    timeRange: numberField(60, {
      ...{ section: 'values', unit: 'min', min: 1, max: 300 },
      label: { en: 'Time range', 'zh-cn': '时间范围' },
      when: { field: 'dimensionType', is: ['time'] },
    }),
    ...{ mode: modeField, minVal: lowField, maxVal: highField },
  },
  binds: { values: manySlot({ en: 'Values', 'zh-cn': '数值' }, { most: 12, of: entryFields }) },
  Draw({ style, data, mode, inputs: inputsOf, host }) {
    const inputs = useMemo(() => inputsOf('values'), [inputsOf])
    const { text, unit, decimals, mode: fit, minVal: min, maxVal: max } = data
    const written = { unit, decimals }
    const colour = cssColour(style.fontColor)
    const options = { style, axis: { mode: fit, min, max }, ...(colour ? { colour } : {}) }
    const wordsOf = (value: number) => withUnit(value, written)
    const optionOf = (bars: Bars) => (look: ChartLook) => barOption(bars, { ...options, wordsOf }, look)
    const common = { inputs, style, mode, name, heading: text, glyph: 'bar' as const }
    if (data.dimensionType === 'time')
      return (
        <MinutesChart
          {...{ ...common, host, minutes: data.timeRange }}
          modelOf={(entries, span, t) => ({
            option: optionOf(barsByTime(entries, span, host.clock)),
            legend: valueLegend(entries, written, mode, t),
            ...emptyModel(entries, t),
          })}
        />
      )
    return (
      <LiveChart
        {...common}
        modelOf={(entries, t) => ({
          option: optionOf(barsNow(entries)),
          legend: valueLegend(entries, written, mode, t),
          ...emptyModel(entries, t),
        })}
      />
    )
  },
})
