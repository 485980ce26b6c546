// Stored readings of two variables plotted against each other. [S3 Diagram]
import { manySlot } from '../binds.ts'
import { numberField, type ValuesOf } from '../fields.ts'
import { ChartSample } from '../past/chart-sample.tsx'
import { maxMinutes } from '../past/span.ts'
import { traceFields, XyTraces } from '../past/xy-traces.tsx'
import { type DrawProps, widget } from '../widget.ts'

const reportField = (en: string, zh: string) =>
  numberField(0, { section: 'content', min: 0, max: Number.MAX_SAFE_INTEGER, label: { en, 'zh-cn': zh } })

const data = {
  timeRange: numberField(120, {
    ...{ section: 'content', unit: 'min', min: 1, max: maxMinutes },
    label: { en: 'Time range', 'zh-cn': '时间范围' },
  }),
  /** Numbers of the history reports; 0: the report with the most readings. */
  reportIdX: reportField('History report no. of X (0 for all)', 'X 轴历史报表编号（0 为任意）'),
  reportIdY: reportField('History report no. of Y (0 for all)', 'Y 轴历史报表编号（0 为任意）'),
} as const

function Diagram({ data: of, inputs, host, mode, size }: DrawProps<object, object, ValuesOf<typeof data>>) {
  const [xs, ys] = [inputs('x'), inputs('y')]
  if (mode !== 'run') return <ChartSample titles={[...ys, ...xs].map(({ binding }) => binding.title ?? '')} />
  return (
    <XyTraces
      {...{ xs, ys, host, size }}
      minutes={of.timeRange}
      rangeX={undefined}
      rangeY={undefined}
      isDots
      reports={{ x: of.reportIdX, y: of.reportIdY }}
    />
  )
}

export default widget({
  family: 'complex',
  word: 'Diagram',
  name: { en: 'Scatter diagram', 'zh-cn': '散点图' },
  size: { width: 420, height: 320 },
  data,
  binds: {
    x: manySlot({ en: 'Variable of X', 'zh-cn': 'X 轴变量' }, { axis: 'X', most: 1, kinds: ['signal', 'mvar'] }),
    y: manySlot(
      { en: 'Variable of Y', 'zh-cn': 'Y 轴变量' },
      { axis: 'Y', of: traceFields, most: 1, kinds: ['signal', 'mvar'] },
    ),
  },
  Draw: Diagram,
})
