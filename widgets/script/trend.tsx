// Lines from the answer of a script. [S3 Script widgets: Trend]
import { lineOption, type Point } from '../chart/axes.ts'
import { labelStyle, legendStyle, marginStyle, themeStyle } from '../chart/fields.ts'
import { ScriptChart, scaled, scaledModel, scriptBinds } from '../sandbox/script-chart.tsx'
import { scriptData } from '../sandbox/use-script.ts'
import { widget } from '../widget.ts'

const name = { en: 'Script trend', 'zh-cn': '脚本趋势图' }

/** The time span from the earliest point to the latest. */
function extentOf(series: readonly { points: readonly Point[] }[]): { from: number; to: number } {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { points } of series)
    for (const [at] of points) {
      from = Math.min(from, at)
      to = Math.max(to, at)
    }
  return from <= to ? { from, to } : { from: 0, to: 1 }
}

export default widget({
  ...{ family: 'script', word: 'Trend', name, size: { width: 420, height: 260 } },
  style: { ...legendStyle, ...themeStyle, ...labelStyle, ...marginStyle([14, 20, 28, 48]) },
  data: scriptData,
  binds: scriptBinds,
  Draw: (of) => (
    <ScriptChart
      {...{ of, name, shape: 'trend', glyph: 'line' }}
      modelOf={(answer) => {
        const { series, options } = scaled(of, answer.series)
        const lines = { ...extentOf(series), zone: of.host.clock, series }
        const isEmpty = series.every(({ points }) => points.length === 0)
        return scaledModel(series, isEmpty, (look) => lineOption(lines, options, look))
      }}
    />
  ),
})
