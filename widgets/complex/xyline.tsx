// Pairs of variables plotted against each other, with a trace over time. [S3 XY curve]
import { manySlot } from '../binds.ts'
import { choiceField, numberField, type ValuesOf } from '../fields.ts'
import { ChartSample } from '../past/chart-sample.tsx'
import { maxMinutes } from '../past/span.ts'
import { type Range, traceFields, XyTraces } from '../past/xy-traces.tsx'
import { type DrawProps, widget } from '../widget.ts'

const far = 1e12
const sectionX = { en: 'X axis', 'zh-cn': 'X 轴' }
const sectionY = { en: 'Y axis', 'zh-cn': 'Y 轴' }
type Section = typeof sectionX

const modeField = (section: Section) =>
  choiceField('adapt', {
    section,
    label: { en: 'Scale', 'zh-cn': '刻度' },
    options: [
      { value: 'adapt', label: { en: 'By the values', 'zh-cn': '自适应' } },
      { value: 'custom', label: { en: 'From – to', 'zh-cn': '自定义' } },
    ],
  })
const fromField = (section: Section, field: string) =>
  numberField(0, {
    ...{ section, min: -far, max: far, when: { field, is: ['custom'] } },
    label: { en: 'From', 'zh-cn': '最小值' },
  })
const toField = (section: Section, field: string) =>
  numberField(100, {
    ...{ section, min: -far, max: far, when: { field, is: ['custom'] } },
    label: { en: 'To', 'zh-cn': '最大值' },
  })

const data = {
  timeRange: numberField(60, {
    ...{ section: 'content', unit: 'min', min: 1, max: maxMinutes },
    label: { en: 'Time range', 'zh-cn': '时间范围' },
  }),
  modeX: modeField(sectionX),
  minX: fromField(sectionX, 'modeX'),
  maxX: toField(sectionX, 'modeX'),
  modeY: modeField(sectionY),
  minY: fromField(sectionY, 'modeY'),
  maxY: toField(sectionY, 'modeY'),
} as const

const rangeOf = (mode: string, low: number, high: number): Range =>
  mode === 'custom' && high > low ? [low, high] : undefined

function Xyline({ data: of, inputs, host, mode, size }: DrawProps<object, object, ValuesOf<typeof data>>) {
  const [xs, ys] = [inputs('x'), inputs('y')]
  if (mode !== 'run') return <ChartSample titles={[...ys, ...xs].map(({ binding }) => binding.title ?? '')} />
  return (
    <XyTraces
      {...{ xs, ys, host, size }}
      minutes={of.timeRange}
      rangeX={rangeOf(of.modeX, of.minX, of.maxX)}
      rangeY={rangeOf(of.modeY, of.minY, of.maxY)}
      isDots={false}
    />
  )
}

export default widget({
  family: 'complex',
  word: 'Xyline',
  name: { en: 'XY curve', 'zh-cn': 'XY 曲线' },
  size: { width: 420, height: 320 },
  data,
  binds: {
    x: manySlot({ en: 'Variables of X', 'zh-cn': 'X 轴变量' }, { axis: 'X', most: 5, kinds: ['signal', 'mvar'] }),
    y: manySlot(
      { en: 'Variables of Y, each with the one of X at its place', 'zh-cn': 'Y 轴变量，与同位置的 X 轴变量配对' },
      { axis: 'Y', of: traceFields, most: 5, kinds: ['signal', 'mvar'] },
    ),
  },
  Draw: Xyline,
})
