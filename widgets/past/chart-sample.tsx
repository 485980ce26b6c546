import { useText } from '../../ui/words.ts'
import { pastText } from './text.ts'
import './chart-sample.css'

/** Drawings of curves in a field of 100 × 100, from the left axis to the right edge. */
const curves = [
  'M8 62C20 58 28 40 40 42S60 66 70 58S88 30 96 34',
  'M8 44C22 48 30 60 44 56S64 34 76 38S90 50 96 48',
  'M8 74C24 76 34 70 48 72S74 80 96 70',
  'M8 30C18 26 30 34 44 28S70 20 96 26',
]

/** The chart in the designer: axes, grid, and up to four sample curves. Empty titles are not listed. */
export function ChartSample({ titles }: { titles: readonly string[] }) {
  const t = useText(pastText)
  const named = titles.filter(Boolean)
  return (
    <div className="chart-sample">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {[20, 40, 60, 80].map((at) => (
          <path key={at} d={`M8 ${at}H96M${at} 8V92`} />
        ))}
        <path className="chart-sample-axes" d="M8 8V92H96" />
        {curves.slice(0, Math.max(1, named.length)).map((curve) => (
          <path key={curve} className="chart-sample-curve" d={curve} />
        ))}
      </svg>
      <span>{[...named, t('sampleCurve')].join(' · ')}</span>
    </div>
  )
}
