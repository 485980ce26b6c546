// The legend of a chart: its lines, each shown or hidden by a click, and the ranges of scales without an axis.
// curve-legend-values.ts writes the values directly into its nodes.
import type { RefObject } from 'react'
import './curve-chart.css'
import { dashOf, hueOf, scaleOf } from './curve-axes.ts'
import type { CurveLine } from './curve-data.ts'
import { nothingShown } from './format.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

type LegendNeeds = {
  /** Keys of hidden lines. */
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  hasAxis: (line: CurveLine) => boolean
  /** Requests the axis of a scale. */
  onAxis: (scale: string) => void
}

export function CurveLegend({
  node,
  lines,
  ...needs
}: LegendNeeds & { node: RefObject<HTMLDivElement | null>; lines: readonly CurveLine[] }) {
  return (
    <div ref={node} className="curve-legend">
      <output className="curve-time" aria-live="polite" />
      {lines.map(
        (line) =>
          line.ghostOf === undefined && (
            <Entry
              key={line.key}
              line={line}
              hasGhost={lines.some(({ ghostOf }) => ghostOf === line.key)}
              needs={needs}
            />
          ),
      )}
    </div>
  )
}

/** A line, with its value of another time if it is compared. */
function Entry({ line, hasGhost, needs }: { line: CurveLine; hasGhost: boolean; needs: LegendNeeds }) {
  const t = useText(uiText)
  const { key, title, unit, look } = line
  const isHidden = needs.hidden.has(key)
  return (
    <span className="curve-entry">
      <button type="button" aria-pressed={!isHidden} title={t('curveToggle')} onClick={() => needs.onToggle(key)}>
        <Swatch look={look} />
        <span className="curve-name">{title}</span>
        <b data-line={key}>{nothingShown}</b>
        {unit && <small>{unit}</small>}
        {hasGhost && <i data-ghost={key} title={t('curveCompared')} />}
      </button>
      {!needs.hasAxis(line) && !isHidden && (
        <button
          type="button"
          className="curve-range"
          data-scale={scaleOf(line)}
          title={t('curveAxis')}
          onClick={({ currentTarget }) => {
            needs.onAxis(scaleOf(line))
            // The button disappears when the axis appears; keyboard focus must not be lost with it.
            currentTarget.parentElement?.querySelector('button')?.focus()
          }}
        />
      )}
    </span>
  )
}

/** A sample of the line. */
export function Swatch({ look, ghost = false }: { look: number; ghost?: boolean }) {
  return (
    <svg className="curve-swatch" width="16" height="8" aria-hidden="true">
      <line
        x1="0"
        x2="16"
        y1="4"
        y2="4"
        stroke={`var(${hueOf(look)})`}
        strokeWidth="2"
        strokeDasharray={dashOf(look, ghost).join(' ')}
      />
    </svg>
  )
}
