// The source of a value: register, driver, and the delay of each stage between PLC and screen.
import type { EquipmentId } from '../../../contract/fields.ts'
import { freshnessOf } from '../../../signal/web/freshness.ts'
import { drawnRange, holdMsOf, steps, type TrendPoint } from '../../../signal/web/trend.ts'
import { useCell, useDrawn } from '../../../signal/web/use-binding.ts'
import type { CellReading, SignalCell } from '../../../signal/web/values.ts'
import { drawAttribute, drawText } from '../../../ui/draw.ts'
import { formatAge, formatClock, nothingShown } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { language } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { sparklinePath } from '../../../ui/sparkline-path.ts'
import { useNow } from '../../../ui/use-now.ts'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { ValueLinks } from '../open/link-list.tsx'
import { accessWords, formWords, scaleWords } from '../open/live-form-words.ts'
import { ReadNow } from '../open/probe-read-now.tsx'
import type { LiveSignal } from './contract.ts'
import { faultWords } from './fault-words.ts'
import { type Around, scaleOf } from './rules.ts'
import { liveText } from './text.ts'

type Props = { signal: LiveSignal; cell: SignalCell; around: Around }
type Placed = Props & { equipmentId: EquipmentId }

export function ChosenSignal({ equipmentId, ...props }: Placed) {
  return (
    <>
      <TrendCard {...props} />
      <WhyCard {...props} equipmentId={equipmentId} />
    </>
  )
}

function WhyCard({ signal, cell, around, equipmentId }: Placed) {
  const t = useText(liveText)
  const here = useZone()
  const reading = useCell(cell)
  // The age changes without a new reading.
  useNow()
  const stages = stagesOf(reading)
  return (
    <Card title={t('why')}>
      <KeyValues
        rows={[
          { label: t('register'), value: signal.address },
          { label: t('driver'), value: signal.driverName },
          { label: t('dataType'), value: formWords(signal) },
          ...(scaleWords(signal) ? [{ label: t('scaling'), value: scaleWords(signal) }] : []),
          ...(signal.periodMs ? [{ label: t('poll'), value: `${signal.periodMs} ms` }] : []),
          ...(signal.rollover ? [{ label: t('rollover'), value: valueWords(signal.rollover, signal) }] : []),
          ...(signal.noValue ? [{ label: t('noValueCodes'), value: signal.noValue }] : []),
          { label: t('access'), value: accessWords(signal.access) },
          { label: t('gatewayRead'), value: exactClock(reading.time, around.zone ?? here) },
          { label: t('received'), value: reading.time === null ? '' : (stages.received ?? t('loadedValue')) },
          { label: t('drawn'), value: stages.drawn },
          { label: t('state'), value: stateWords(reading, around) },
        ]}
      />
      <ValueLinks equipmentId={equipmentId} signal={signal} />
      {!around.isPast && <ReadNow key={signal.id} equipmentId={equipmentId} signal={signal} />}
    </Card>
  )
}

function stateWords(reading: CellReading, around: Around): string {
  const now = around.now()
  const state = freshnessOf(reading, { ...around, now })
  if (state === 'bad') return faultWords(reading, state)
  if (state === 'never') return liveText.t(around.isPast ? 'notStored' : 'noValue')
  const age = formatAge(reading.time === null ? null : now - reading.time, language())
  return state === 'stale' ? liveText.t('stateStale', { age }) : liveText.t('stateGood')
}

/** Delays of a value: `+21 ms` from the reading to the platform, `+17 ms` from the platform to the screen. */
function stagesOf({ time, receivedAt, drawnAt }: CellReading): { received?: string; drawn?: string } {
  if (time === null || receivedAt === null) return {}
  const plus = (ms: number) => `+${Math.max(0, Math.round(ms))} ms`
  return { received: plus(receivedAt - time), ...(drawnAt === null ? {} : { drawn: plus(drawnAt - receivedAt) }) }
}

/** Time of day with milliseconds: `08:41:06.912`. */
const exactClock = (at: number | null, zone: string): string =>
  at === null ? nothingShown : `${formatClock(at, zone)}.${String(Math.floor(at % 1000)).padStart(3, '0')}`

const width = 280
const height = 120

function TrendCard({ signal, cell, around }: Props) {
  const t = useText(liveText)
  const here = useZone()
  const chart = useDrawn<HTMLElement>(
    cell,
    (node, reading) => {
      // A curve that no longer receives values is drawn differently.
      drawAttribute(node, 'data-state', freshnessOf(reading, { ...around, now: around.now() }))
      drawChart(node, signal, cell.trend(), { ...around, zone: around.zone ?? here })
    },
    { ticking: true },
  )
  return (
    <Card title={t('lastMinutes', { name: signal.title })}>
      <figure ref={chart} className="live-chart">
        <svg viewBox={`0 -4 ${width} ${height + 8}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, 0.5, 1].map((share) => (
            <line key={share} className="chart-grid" x1="0" x2={width} y1={share * height} y2={share * height} />
          ))}
          <line className="chart-limit" data-limit="high" x1="0" x2={width} />
          <line className="chart-limit" data-limit="low" x1="0" x2={width} />
          <path />
        </svg>
        <figcaption>
          <span data-at="max" />
          <span data-at="min" />
          <time data-at="from" />
          <time data-at="to" />
          <p data-at="none">{t('noTrend')}</p>
        </figcaption>
      </figure>
    </Card>
  )
}

function drawChart(
  node: HTMLElement,
  signal: LiveSignal,
  trend: readonly TrendPoint[],
  around: Around & { zone: string },
): void {
  const now = around.now()
  const points = steps(trend, now, holdMsOf(around.intervalS))
  const scale = scaleOf(signal)
  const own = drawnRange(points, scale && scale.max - scale.min)
  const range = own && padded(own)
  drawAttribute(node.querySelector('path'), 'd', range ? sparklinePath(points, width, height, range) : '')
  for (const [limit, value] of [
    ['high', signal.normalHigh],
    ['low', signal.normalLow],
  ] as const) {
    const y = range && value !== null ? height - ((value - range[0]) / (range[1] - range[0])) * height : -1
    const line = node.querySelector(`[data-limit=${limit}]`)
    drawAttribute(line, 'visibility', y >= 0 && y <= height ? 'visible' : 'hidden')
    drawAttribute(line, 'y1', String(y))
    drawAttribute(line, 'y2', String(y))
  }
  const say = (at: string, words: string) => drawText(node.querySelector(`[data-at=${at}]`), words)
  say('max', range ? valueWords(range[1], signal) : '')
  say('min', range ? valueWords(range[0], signal) : '')
  say('from', formatClock(now - 600_000, around.zone).slice(0, 5))
  say('to', formatClock(now, around.zone).slice(0, 5))
  drawAttribute(node.querySelector('[data-at=none]'), 'hidden', range ? '' : null)
}

/** Adds a tenth of the range above and below; a constant gets an artificial range. */
function padded([low, high]: [number, number]): [number, number] {
  const room = high > low ? (high - low) / 10 : Math.max(1, Math.abs(high) / 10)
  return [low - room, high + room]
}
