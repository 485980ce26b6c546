// The states of a variable over time as a band, with the share of each state. [S3 Section]
import { Fragment } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { oneSlot } from '../binds.ts'
import { cssColour } from '../colour.ts'
import { colourField, numberField, textField, type ValuesOf, wordsField } from '../fields.ts'
import type { PageHost } from '../host/page-host.ts'
import { curveOf, pastCurves, wantedOf } from '../past/past-curves.ts'
import { type Kind, type Segment, segmentsOf, sharesOf } from '../past/segments.ts'
import { maxMinutes, momentWords, spanOf } from '../past/span.ts'
import { pastText } from '../past/text.ts'
import { usePastMoment } from '../past/use-moment.ts'
import type { Span } from '../services.ts'
import { useAsked } from '../use-asked.ts'
import { type DrawProps, type Input, type Size, widget } from '../widget.ts'
import './section.css'
import { sectionText } from './text.ts'

const items = {
  status: textField('', { label: { en: 'State', 'zh-cn': '状态' } }),
  label: wordsField('', { label: { en: 'Name here', 'zh-cn': '显示名称' } }),
  value: numberField(0, { min: -1e15, max: 1e15, label: { en: 'Value', 'zh-cn': '值' } }),
  color: colourField('', { label: { en: 'Colour', 'zh-cn': '颜色' } }),
} as const
type Item = ValuesOf<typeof items>

/** [S3 Section: running=1, idle=0, debug=2] States for a widget whose author named none. */
const usual: readonly Item[] = [
  { status: 'running', label: '', value: 1, color: 'steel' },
  { status: 'idle', label: '', value: 0, color: 'liquid' },
  { status: 'debug', label: '', value: 2, color: 'accent' },
]
const shades = usual.map(({ color }) => color)

const data = {
  timeRange: numberField(60, {
    ...{ section: 'content', unit: 'min', min: 1, max: maxMinutes },
    label: { en: 'Time range', 'zh-cn': '时间范围' },
  }),
  sectionHeight: numberField(30, {
    ...{ section: 'content', unit: 'px', min: 4, max: 1000 },
    label: { en: 'Height of the band', 'zh-cn': '色带高度' },
  }),
} as const
type Data = ValuesOf<typeof data>

type State = { name: string; value: number; ink: string }

function useStates(own: readonly Item[]): State[] {
  const t = useText(sectionText)
  return (own.length > 0 ? own : usual).map(({ status, label, value, color }, index) => ({
    name: label || (isUsual(status) ? t(status) : status) || String(value),
    value,
    ink: cssColour(color) ?? `var(--shade-${shades[index % shades.length]})`,
  }))
}

const isUsual = (status: string): status is (typeof sectionText.keys)[number] =>
  (sectionText.keys as readonly string[]).includes(status)

function Section({ data: of, items: own, inputs, host, mode, size }: DrawProps<object, Item, Data>) {
  const t = useText(pastText)
  const states = useStates(own)
  const [input] = inputs('reportSignal')
  if (mode !== 'run') {
    const span = { from: 0, to: 1 }
    const segments = [{ ...span, kind: 'unknown' as const }]
    return <Band {...{ of, size, states, segments, span }} zone={host.clock} title="" />
  }
  if (!input) return <WidgetNote>{t('noVariable')}</WidgetNote>
  if (input.isUnseen) return <WidgetNote>{t('allUnseen')}</WidgetNote>
  return <Timeline of={of} size={size} states={states} input={input} host={host} />
}

/** Reloads the history, because readings missed during an interruption have been stored since. */
const renewMs = 60_000
const points = 2000

type Drawn = { of: Data; size: Size; states: readonly State[] }

function Timeline({ of, size, states, input, host }: Drawn & { input: Input; host: PageHost }) {
  const moment = usePastMoment(host, of.timeRange)
  useNow()
  const wanted = wantedOf([input])
  const minutes = of.timeRange
  const asked = useAsked({
    host,
    service: 'history',
    key: JSON.stringify([wanted, minutes, moment]),
    ask: (history, ending) => pastCurves(history, wanted, { points, ...spanOf({ minutes }, host.now()) }, ending),
    ...(moment === null ? { everyMs: renewMs } : {}),
  })
  const span = spanOf({ minutes }, moment ?? host.now())
  const { time, value, code, quality } = input.read()
  const now = moment === null && time !== null ? { time, value, code, isCurrent: quality === 'good' } : undefined
  const values = states.map((state) => state.value)
  const segments = segmentsOf(curveOf(input, asked.data), span, values, now)
  return (
    <>
      {asked.data !== undefined && (
        <Band {...{ of, size, states, segments, span }} zone={host.clock} title={input.binding.title ?? ''} />
      )}
      <AskedNote asked={asked} />
    </>
  )
}

/** The band, hatched where the state is unknown, and the share of each state. */
function Band({
  of,
  size,
  states,
  segments,
  span,
  zone,
  title,
}: Drawn & { segments: readonly Segment[]; span: Span; zone: string; title: string }) {
  const t = useText(pastText)
  const shares = sharesOf(segments, span)
  const others: Kind[] = (['other', 'unknown'] as const).filter((kind) => (shares.get(kind) ?? 0) > 0)
  const kinds: Kind[] = [...states.keys(), ...others]
  const nameOf = (kind: Kind) =>
    typeof kind === 'number' ? states[kind]!.name : t(kind === 'other' ? 'others' : 'unknown')
  const inkOf = (kind: Kind) => (typeof kind === 'number' ? states[kind]!.ink : undefined)
  const told = kinds.map((kind) => `${nameOf(kind)} ${percent(shares.get(kind))}`)
  const at = (moment: number) => momentWords(moment, 'HH:mm', zone)
  return (
    <div className="section-widget">
      <div
        className="section-band"
        role="img"
        aria-label={[title, ...told].filter(Boolean).join('. ')}
        style={{ height: Math.min(of.sectionHeight, size.height) }}
      >
        {segments.map(({ from, to, kind }) => (
          <i
            key={from}
            data-kind={typeof kind === 'number' ? 'state' : kind}
            title={title ? `${nameOf(kind)} ${at(from)} – ${at(to)}` : undefined}
            style={{ width: `${((to - from) / Math.max(1, span.to - span.from)) * 100}%`, background: inkOf(kind) }}
          />
        ))}
      </div>
      {title && (
        <p className="section-times" aria-hidden="true">
          <span>{at(span.from)}</span>
          <span>{at(span.to)}</span>
        </p>
      )}
      <dl className="section-legend">
        {kinds.map((kind, index) => (
          <Fragment key={kind}>
            <dt>
              <i data-kind={typeof kind === 'number' ? 'state' : kind} style={{ background: inkOf(kind) }} />
              {nameOf(kind)}
            </dt>
            <dd>{title ? told[index]!.slice(nameOf(kind).length + 1) : ''}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

/** A share below a tenth of a per cent is not shown as zero. */
function percent(share = 0): string {
  if (share > 0 && share < 0.001) return '< 0.1 %'
  return `${formatNumber(share * 100, 1)} %`
}

export default widget({
  family: 'complex',
  word: 'Section',
  name: { en: 'State timeline', 'zh-cn': '状态时间轴' },
  size: { width: 520, height: 100 },
  items,
  data,
  binds: { reportSignal: oneSlot({ en: 'Variable', 'zh-cn': '变量' }, ['signal']) },
  Draw: Section,
})
