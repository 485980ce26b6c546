// Bars from the answer of a script. [S3 Script widgets: Bar]
import { barOption } from '../chart/axes.ts'
import { labelStyle, legendStyle, marginStyle, themeStyle } from '../chart/fields.ts'
import { ScriptChart, scaled, scaledModel, scriptBinds } from '../sandbox/script-chart.tsx'
import { scriptData } from '../sandbox/use-script.ts'
import { widget } from '../widget.ts'

const name = { en: 'Script bar chart', 'zh-cn': '脚本柱状图' }

export default widget({
  ...{ family: 'script', word: 'Bar', name, size: { width: 420, height: 260 } },
  style: { ...legendStyle, ...themeStyle, ...labelStyle, ...marginStyle([14, 20, 28, 48]) },
  data: scriptData,
  binds: scriptBinds,
  Draw: (of) => (
    <ScriptChart
      {...{ of, name, shape: 'bar', glyph: 'bar' }}
      modelOf={(answer) => {
        const { series, options } = scaled(of, answer.series)
        const { categories } = answer
        const isEmpty = categories.length === 0 || series.length === 0
        return scaledModel(series, isEmpty, (look) => barOption({ categories, series }, options, look))
      }}
    />
  ),
})
