import { memo } from 'react'
import './sparkline.css'
import { formatNumber } from './format.ts'
import { extent, type Point, sparklinePath } from './sparkline-path.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

const inset = 1.5

/** Ten minutes of trend in the height of a row; no axis. Where it has gaps, a faint line shows its whole width. */
export const Sparkline = memo(function Sparkline({
  points,
  width = 64,
  height = 16,
  range,
  faint = false,
}: {
  points: readonly Point[]
  width?: number
  height?: number
  /** The values at bottom and top; by default those of the points. */
  range?: readonly [number, number]
  /** The line is faint because its values no longer arrive. */
  faint?: boolean
}) {
  const t = useText(uiText)
  const own = extent(points)
  const label = own
    ? t('trend', { min: formatNumber(own[0]), max: formatNumber(own[1]) })
    : t('trend', { min: '—', max: '—' })
  return (
    <svg
      className={faint ? 'sparkline sparkline-faint' : 'sparkline'}
      width={width}
      height={height}
      viewBox={`${-inset} ${-inset} ${width + 2 * inset} ${height + 2 * inset}`}
      // A wider cell is filled; the stroke keeps its width.
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {(!own || points.includes(null)) && <path className="sparkline-base" d={`M0 ${height}H${width}`} />}
      <path d={sparklinePath(points, width, height, range)} />
    </svg>
  )
})
