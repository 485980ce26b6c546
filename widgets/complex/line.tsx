// The last minutes of several variables as lines. [S3 Complex: Line]
import { useMemo } from 'react'
import { manySlot } from '../binds.ts'
import { lineOption } from '../chart/axes.ts'
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
import { emptyModel, linesOf, valueLegend } from '../chart/live-models.ts'
import { MinutesChart } from '../chart/minutes.tsx'
import { cssColour } from '../colour.ts'
import { numberField } from '../fields.ts'
import { widget } from '../widget.ts'

const name = { en: 'Line chart', 'zh-cn': '折线图' }

export default widget({
  ...{ family: 'complex', word: 'Line', name, size: { width: 420, height: 260 } },
  style: {
    ...legendStyle,
    ...themeStyle,
    ...labelStyle,
    ...marginStyle([14, 20, 28, 48]),
    lineWidth: numberField(1.5, {
      ...{ section: 'fill', unit: 'px', min: 0.5, max: 20 },
      label: { en: 'Line width', 'zh-cn': '线宽' },
    }),
  },
  data: {
    ...valueData,
    /** Longer ranges belong to the history charts. [S9: time range 60 min] */
    timeRange: numberField(60, {
      ...{ section: 'values', unit: 'min', min: 1, max: 300 },
      label: { en: 'Time range', 'zh-cn': '时间范围' },
    }),
    ...{ mode: modeField, minVal: lowField, maxVal: highField },
  },
  binds: { values: manySlot({ en: 'Values', 'zh-cn': '数值' }, { most: 12, of: entryFields }) },
  Draw({ style, data, mode, inputs: inputsOf, host }) {
    const inputs = useMemo(() => inputsOf('values'), [inputsOf])
    const { text, unit, decimals, timeRange, mode: fit, minVal: min, maxVal: max } = data
    const written = { unit, decimals }
    const options = { style, axis: { mode: fit, min, max }, lineWidth: style.lineWidth }
    const colour = cssColour(style.fontColor)
    return (
      <MinutesChart
        {...{ host, inputs, style, mode, name, heading: text, glyph: 'line', minutes: timeRange }}
        modelOf={(entries, span, t) => ({
          option: (look) =>
            lineOption(
              linesOf(entries, span, host.clock, look.width),
              { ...options, ...(colour ? { colour } : {}), wordsOf: (value) => withUnit(value, written) },
              look,
            ),
          legend: valueLegend(entries, written, mode, t),
          ...emptyModel(entries, t),
        })}
      />
    )
  },
})
