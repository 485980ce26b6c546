// Variables over time, as areas or lines: stored readings, continued by live ones. [S3 Area]
import { useMemo, useState } from 'react'
import { plainAxis } from '../../ui/curve-axes.ts'
import { joinWords } from '../../ui/punctuation.ts'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { manySlot, oneSlot } from '../binds.ts'
import { cssColour } from '../colour.ts'
import { choiceField, colourField, flagField, numberField, textField, type ValuesOf, wordsField } from '../fields.ts'
import type { PageHost } from '../host/page-host.ts'
import { type AreaPlot, areaPlot } from '../past/area-plot.ts'
import { ChartSample } from '../past/chart-sample.tsx'
import { CustomArea } from '../past/custom-area.tsx'
import { curveLine } from '../past/live-lines.ts'
import { MovingCurves } from '../past/moving-curves.tsx'
import { PastBar, SpanPick } from '../past/past-bar.tsx'
import { curveOf, pastCurves, wantedBy } from '../past/past-curves.ts'
import { ReportArea } from '../past/report-area.tsx'
import { type Chosen, maxMinutes, maxStoredMinutes, spanOf } from '../past/span.ts'
import { pastText } from '../past/text.ts'
import { usePastMoment } from '../past/use-moment.ts'
import { useAsked } from '../use-asked.ts'
import { type DrawProps, type Input, widget } from '../widget.ts'

const far = 1e12
const margin = (initial: number, en: string, zh: string) =>
  numberField(initial, {
    ...{ section: { en: 'Margins', 'zh-cn': '边距' }, unit: 'px', min: 0, max: 400 },
    label: { en, 'zh-cn': zh },
  })

const axesSection = { en: 'Axes', 'zh-cn': '坐标轴' }

/** [S3 Area: axis styles] [S9 area/xy margins 26/20/50/48] */
const style = {
  fontSize: numberField(plainAxis.fontPx, {
    ...{ section: axesSection, unit: 'px', min: 6, max: 100 },
    label: { en: 'Font size', 'zh-cn': '字号' },
  }),
  fontColor: colourField('', { section: axesSection, label: { en: 'Colour', 'zh-cn': '颜色' } }),
  axisWidth: numberField(0, {
    ...{ section: axesSection, unit: 'px', min: 0, max: 10 },
    label: { en: 'Line width', 'zh-cn': '轴线宽度' },
  }),
  axisColor: colourField('', { section: axesSection, label: { en: 'Line colour', 'zh-cn': '轴线颜色' } }),
  marginTop: margin(26, 'Above', '上'),
  marginRight: margin(20, 'Right', '右'),
  marginBottom: margin(50, 'Below', '下'),
  marginLeft: margin(48, 'Left', '左'),
} as const

const custom = { field: 'mode', is: ['custom'] }
const data = {
  timeRange: numberField(60, {
    ...{ section: 'content', unit: 'min', min: 1, max: maxStoredMinutes },
    label: { en: 'Time range', 'zh-cn': '时间范围' },
  }),
  timeFormat: textField('HH:mm', { section: 'scale', label: { en: 'Time format', 'zh-cn': '时间格式' } }),
  mode: choiceField('adapt', {
    section: 'scale',
    label: { en: 'Value axis', 'zh-cn': '数值轴' },
    options: [
      { value: 'adapt', label: { en: 'By the values', 'zh-cn': '自适应' } },
      { value: 'custom', label: { en: 'From – to', 'zh-cn': '自定义' } },
    ],
  }),
  minVal: numberField(0, {
    ...{ section: 'scale', when: custom, min: -far, max: far },
    label: { en: 'From', 'zh-cn': '最小值' },
  }),
  maxVal: numberField(100, {
    ...{ section: 'scale', when: custom, min: -far, max: far },
    label: { en: 'To', 'zh-cn': '最大值' },
  }),
  showXRange: flagField(true, { section: 'scale', label: { en: 'Show the time range', 'zh-cn': '显示时间范围' } }),
  timeFilter: flagField(true, { section: 'behaviour', label: { en: 'Time filter', 'zh-cn': '时间筛选' } }),
  dataSelect: flagField(true, { section: 'behaviour', label: { en: 'Choose curves', 'zh-cn': '选择曲线' } }),
} as const

const entry = {
  color: colourField('', { label: { en: 'Colour', 'zh-cn': '颜色' } }),
  label: wordsField('', { label: { en: 'Name here', 'zh-cn': '显示名称' } }),
  lineType: choiceField('area', {
    label: { en: 'Drawn as', 'zh-cn': '图形' },
    options: [
      { value: 'area', label: { en: 'Area', 'zh-cn': '面积' } },
      { value: 'line', label: { en: 'Line', 'zh-cn': '折线' } },
    ],
  }),
} as const

type Data = ValuesOf<typeof data>

function Area({ style: edge, data: of, inputs, host, mode }: DrawProps<ValuesOf<typeof style>, object, Data>) {
  const t = useText(pastText)
  const all = inputs('value')
  const [report] = inputs('report')
  const customId = report?.kind === 'customReport' ? Number(report.binding.customReportId) : 0
  if (mode !== 'run') return <ChartSample titles={[report?.binding.title ?? '', ...all.map(titleOf)]} />
  const plot = areaPlot(of, edge)
  if (customId > 0) return <CustomArea key={customId} {...{ of, host, plot }} reportId={customId} />
  if (all.length === 0 && report?.kind === 'report')
    return <ReportArea key={Number(report.binding.reportId)} {...{ of, host, plot }} binding={report.binding} />
  if (all.length === 0) return <WidgetNote>{t('noSource')}</WidgetNote>
  const seen = all.filter(({ isUnseen }) => !isUnseen)
  if (seen.length === 0) return <WidgetNote>{t('allUnseen')}</WidgetNote>
  return <Curves {...{ of, all: seen, report, host, plot }} unseen={all.length - seen.length} />
}

const titleOf = ({ fields, binding }: Input): string => (fields as ValuesOf<typeof entry>).label || binding.title || ''

/** Reloads the history, because readings missed during an interruption have been stored since. */
const renewMs = 300_000
const points = 1000

type Drawn = {
  of: Data
  all: readonly Input[]
  unseen: number
  report: Input | undefined
  host: PageHost
  plot: AreaPlot
}

function Curves({ of, all, unseen, report, host, plot }: Drawn) {
  const own = Math.min(of.timeRange, maxMinutes)
  const [chosen, setChosen] = useState<Chosen>({ minutes: own })
  const moment = usePastMoment(host, own)
  const isLive = moment === null && 'minutes' in chosen
  const wanted = wantedBy(all, report)
  const asked = useAsked({
    host,
    service: 'history',
    key: JSON.stringify([wanted, chosen, moment]),
    ask: (history, ending) => pastCurves(history, wanted, { points, ...spanOf(chosen, host.now()) }, ending),
    ...(isLive ? { everyMs: renewMs } : {}),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` is new at each drawing; the key holds its bindings
  const curves = useMemo(() => all.map((input) => curveOf(input, asked.data)), [asked.data])
  const isEmpty = asked.data?.every(({ times }) => times.length === 0)
  const hasTrend = isLive && all.some(({ cell }) => (cell?.read().time ?? null) !== null)
  const t = useText(pastText)
  return (
    <div className="past-chart">
      {of.timeFilter && (
        <PastBar>
          <SpanPick own={own} chosen={chosen} now={host.now} zone={host.clock} onChoose={setChosen} />
        </PastBar>
      )}
      <MovingCurves
        inputs={all}
        curves={curves}
        lineOf={(index, line) => {
          const input = all[index]!
          const { color, lineType } = input.fields as ValuesOf<typeof entry>
          const look = { key: String(index), title: titleOf(input), ink: cssColour(color), look: index }
          return curveLine({ ...look, isArea: lineType !== 'line' }, curves[index], input.read().texts, line)
        }}
        span={() => spanOf(chosen, host.now())}
        isLive={isLive}
        zone={host.clock}
        timeFormat={of.timeFormat}
        canToggle={of.dataSelect}
        hasRange={of.showXRange}
        plot={plot}
        label={joinWords(all.map(titleOf))}
      />
      {unseen > 0 && <small>{t('someUnseen', { count: unseen })}</small>}
      <AskedNote asked={asked} isStrip={hasTrend} />
      {isEmpty && !hasTrend && <WidgetNote>{t('noCurve')}</WidgetNote>}
    </div>
  )
}

export default widget({
  family: 'complex',
  word: 'Area',
  name: { en: 'Area chart', 'zh-cn': '面积图' },
  size: { width: 520, height: 320 },
  style,
  data,
  binds: {
    /**
     * Draws a custom report itself; with a history report the variables below as it stores them, or, without any, its
     * columns.
     */
    report: oneSlot({ en: 'Report', 'zh-cn': '报表' }, ['report', 'customReport']),
    value: manySlot({ en: 'Variables', 'zh-cn': '变量' }, { of: entry, most: 10, kinds: ['signal', 'mvar'] }),
  },
  Draw: Area,
})
