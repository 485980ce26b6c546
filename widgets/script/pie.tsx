// Shares from the answer of a script. [S3 Script widgets: Pie]
import type { Entry } from '../chart/entries.ts'
import { labelStyle, legendStyle, marginStyle, themeStyle } from '../chart/fields.ts'
import { colourOf } from '../chart/look.ts'
import { percentWords, pieOption, sentenceOf, shareLegend, sharesOf } from '../chart/pie.ts'
import { cssColour } from '../colour.ts'
import { ScriptChart, scriptBinds, written } from '../sandbox/script-chart.tsx'
import { scriptData } from '../sandbox/use-script.ts'
import { widget } from '../widget.ts'

const name = { en: 'Script pie chart', 'zh-cn': '脚本饼图' }

export default widget({
  ...{ family: 'script', word: 'Pie', name, size: { width: 320, height: 260 } },
  style: { ...legendStyle, ...themeStyle, ...labelStyle, ...marginStyle([60, 60, 60, 60]) },
  data: scriptData,
  binds: scriptBinds,
  Draw: (of) => (
    <ScriptChart
      {...{ of, name, shape: 'pie', glyph: 'pie' }}
      modelOf={({ items }, t) => {
        const entries = items.map(
          ({ name, value }, index): Entry => ({
            ...{ name, value, colour: colourOf(index, '', of.style.theme), isStale: false },
            out: value === null ? 'never' : null,
          }),
        )
        const shares = sharesOf(entries)
        const drawing = { kind: 'pie' as const, shares, style: of.style, colour: cssColour(of.style.fontColor) }
        return {
          option: (look) => pieOption(drawing, ({ share }) => percentWords(share), look),
          legend: shareLegend(entries, written, t),
          sentence: sentenceOf(shares, t),
          isEmpty: shares.fault !== null,
        }
      }}
    />
  ),
})
