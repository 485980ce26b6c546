// A row of the real-time tab. React renders it once; values, marks, age and trend are written directly into its nodes,
// so that thousands of values per second need no rendering.
import { memo, useRef } from 'react'
import { type Freshness, freshnessOf } from '../../../signal/web/freshness.ts'
import { curveValue, drawnRange, holdMsOf, steps } from '../../../signal/web/trend.ts'
import { useDrawn } from '../../../signal/web/use-binding.ts'
import type { CellReading, SignalCell } from '../../../signal/web/values.ts'
import { Act } from '../../../ui/act.tsx'
import { drawAttribute, drawText } from '../../../ui/draw.ts'
import { formatAge, isJustNow, nothingShown } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { IconAct } from '../../../ui/plain.tsx'
import { percentOf, RangeBar } from '../../../ui/range-bar.tsx'
import { sparklinePath } from '../../../ui/sparkline-path.ts'
import { uiText } from '../../../ui/text.ts'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import type { LiveSignal } from './contract.ts'
import { faultWords } from './fault-words.ts'
import { rowAnchor } from './find-signals.ts'
import { type Around, isWritable, type Scale, scaleOf } from './rules.ts'
import { liveText } from './text.ts'

const trendWidth = 110
const trendHeight = 16

export const LiveRow = memo(function LiveRow({
  signal,
  cell,
  around,
  chosen,
  why,
  onChoose,
  onExplain,
  onWrite,
}: {
  signal: LiveSignal
  cell: SignalCell
  around: Around
  chosen: boolean
  /** Why the variable cannot be written now. */
  why: string | undefined
  onChoose: (id: number) => void
  onExplain: ((id: number) => void) | undefined
  onWrite: (id: number) => void
}) {
  const t = useText(liveText)
  const scale = scaleOf(signal)
  const { row, marker, trend } = useRowDrawing(signal, cell, around, scale)
  return (
    <tr
      ref={row}
      id={rowAnchor(signal.id)}
      className="live-row"
      data-chosen={chosen || undefined}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'i' || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        onExplain?.(signal.id)
      }}
      onClick={(event) => {
        if (!(event.target as Element).closest('button, a')) onChoose(signal.id)
      }}
    >
      <td className="phone-title">
        <button type="button" className="live-name" aria-pressed={chosen} onClick={() => onChoose(signal.id)}>
          {signal.title}
        </button>
      </td>
      <td className="cell-right phone-end">
        <span className="value value-strong">
          <span className="value-number">
            <span className="live-value">{nothingShown}</span>
            {signal.unit && <small>{signal.unit}</small>}
          </span>
        </span>
      </td>
      <td className="live-range">
        {scale && <RangeBar value={null} {...scale} width="100%" markerRef={marker} />}
        <span className="live-fault" />
      </td>
      <td className="live-trend">
        <svg className="sparkline" viewBox={`-1 -2 ${trendWidth + 2} ${trendHeight + 4}`} aria-hidden="true">
          <path ref={trend} />
        </svg>
      </td>
      <td className="cell-right live-age">
        <span>{t('noValue')}</span>
      </td>
      <td className="cell-acts">
        {onExplain && (
          <IconAct icon="info" label={t('explainRow', { title: signal.title })} onClick={() => onExplain(signal.id)} />
        )}
        {isWritable(signal) && (
          <Act kind="link" may="signal:write" why={why} onClick={() => onWrite(signal.id)}>
            {t('write')}
          </Act>
        )}
      </td>
    </tr>
  )
})

/** The nodes of a row, and the content written into them with each reading and each second. */
function useRowDrawing(signal: LiveSignal, cell: SignalCell, around: Around, scale: Scale | undefined) {
  const marker = useRef<HTMLElement>(null)
  const row = useDrawn<HTMLTableRowElement>(
    cell,
    (node, reading) => {
      const now = around.now()
      const state = freshnessOf(reading, { ...around, now })
      drawAttribute(node, 'data-state', state)
      const standIn = state === 'never' && !around.isPast ? signal.standIn : null
      drawAttribute(node, 'data-empty', reading.value === null && !standIn ? '' : null)
      drawAttribute(node, 'data-default', standIn ? '' : null)
      drawText(node.querySelector('.live-value'), standIn || valueWords(reading.value, signal))
      drawMarker(marker.current, reading, scale)
      drawText(node.querySelector('.live-fault'), faultWords(reading, state))
      drawAge(node.querySelector('.live-age > span'), reading, state, around)
      if (standIn) drawDefault(node.querySelector('.live-age > span'))
    },
    { ticking: true, inSight: true },
  )
  const trend = useDrawn<SVGPathElement>(
    undefined,
    (node) => {
      const points = steps(cell.trend(), around.now(), holdMsOf(around.intervalS))
      const range = drawnRange(points, scale && scale.max - scale.min)
      drawAttribute(node, 'd', sparklinePath(points, trendWidth, trendHeight, range))
    },
    { ticking: true, inSight: true },
  )
  return { row, marker, trend }
}

function drawMarker(node: HTMLElement | null, { value, code }: CellReading, scale: Scale | undefined): void {
  if (!node || !scale) return
  const at = code === 200 ? curveValue(value) : undefined
  node.hidden = at === undefined
  if (at === undefined) return
  const left = `${percentOf(at, scale.min, scale.max).toFixed(1)}%`
  if (node.style.left !== left) node.style.left = left
}

function drawDefault(node: Element | null): void {
  drawAttribute(node, 'class', 'value-mark')
  drawAttribute(node, 'title', uiText.t('notLiveNote'))
  drawText(node, uiText.t('notLive'))
}

function drawAge(node: Element | null, { time }: CellReading, state: Freshness, { now, isPast }: Around): void {
  const age = time === null ? null : now() - time
  const tag = state === 'stale' || state === 'bad'
  drawAttribute(node, 'title', null)
  drawAttribute(node, 'class', tag ? 'value-mark' : null)
  const { t } = liveText
  drawText(
    node,
    state === 'never'
      ? t(isPast ? 'notStored' : 'noValue')
      : state === 'bad'
        ? t('badMark')
        : state === 'stale'
          ? t('staleMark', { age: formatAge(age, language()) })
          : age !== null && isJustNow(age)
            ? t('ageNow')
            : t('ageOf', { age: formatAge(age, language()) }),
  )
}
