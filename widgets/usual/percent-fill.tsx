// A vessel that is filled as far as its value says, with its scale: a tank's liquid moves with its level.
import { type CSSProperties, useId } from 'react'
import { useDrawn } from '../../signal/web/use-binding.ts'
import { drawAttribute } from '../../ui/draw.ts'
import { choiceProp, type DrawProps, flagProp, numberProp, widget } from '../widget.ts'
import '../shape.css'
import './percent-fill.css'

const props = {
  min: numberProp(0, { en: 'Empty at', 'zh-cn': '空值' }, -1e9, 1e9),
  max: numberProp(100, { en: 'Full at', 'zh-cn': '满值' }, -1e9, 1e9),
  /** The normal range on the scale; both 0: none. */
  low: numberProp(0, { en: 'Normal from', 'zh-cn': '正常下限' }, -1e9, 1e9),
  high: numberProp(0, { en: 'Normal to', 'zh-cn': '正常上限' }, -1e9, 1e9),
  vessel: choiceProp('open', { en: 'Vessel', 'zh-cn': '容器' }, [
    { value: 'open', label: { en: 'Open', 'zh-cn': '敞口' } },
    { value: 'closed', label: { en: 'Closed', 'zh-cn': '封闭' } },
    { value: 'none', label: { en: 'Liquid only', 'zh-cn': '仅液体' } },
  ]),
  scale: flagProp(true, { en: 'Scale', 'zh-cn': '刻度' }),
}

type Shown = { [K in keyof typeof props]: (typeof props)[K]['initial'] }

/** How full, 0 to 1; nothing without a number. */
export function shareOf(value: unknown, { min, max }: Pick<Shown, 'min' | 'max'>): number | undefined {
  const level =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  if (!Number.isFinite(level) || max === min) return undefined
  return Math.min(1, Math.max(0, (level - min) / (max - min)))
}

const walls = { open: 'open', closed: 'closed', none: '' }

function PercentFill({ props: shown, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  const hatch = useId()
  const source = cell('value')
  const node = useDrawn<SVGGElement>(
    source,
    (at, reading) => {
      const share = shareOf(reading.value, shown)
      const quality = freshness('value', reading)
      const isKnown = share !== undefined && quality !== 'bad' && quality !== 'never'
      at.style.setProperty('--share', String(isKnown ? share : 0))
      drawAttribute(at, 'data-quality', isKnown ? (quality === 'stale' ? 'stale' : null) : source ? 'bad' : null)
    },
    { ticking: true },
  )
  const style = { '--height': `${height}px`, '--hatch': `url(#${hatch})` } as CSSProperties
  const wall = { open: `M0 0V${height}H${width}V0`, closed: `M0 0V${height}H${width}V0Z`, '': '' }[walls[shown.vessel]]
  return (
    <g ref={node} className="percent-fill" style={style}>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="shape-hatch" width="1.2" height="5" />
        </pattern>
      </defs>
      <rect className="percent-room" width={width} height={height} />
      <rect className="percent-liquid" width={width} height={height} />
      {wall && <path className="percent-wall" d={wall} />}
      {shown.scale && <Scale shown={shown} height={height} />}
    </g>
  )
}

/** Track, normal band and pointer on the vessel's own scale. */
function Scale({ shown, height }: { shown: Shown; height: number }) {
  const [x, wide] = [8, 5]
  const hasBand = shown.low !== 0 || shown.high !== 0
  const [low = 0, high = 0] = [shareOf(shown.low, shown), shareOf(shown.high, shown)]
  return (
    <g className="percent-scale">
      <rect className="percent-track" x={x} width={wide} height={height} />
      {hasBand && (
        <rect className="percent-band" x={x} width={wide} y={(1 - high) * height} height={(high - low) * height} />
      )}
      {hasBand && (
        <path
          className="percent-ticks"
          d={`M${x - 2} ${(1 - high) * height}h${wide + 4}M${x - 2} ${(1 - low) * height}h${wide + 4}`}
        />
      )}
      <path className="percent-pointer" d={`M${x + wide} 0l8 -4.5v9z`} />
    </g>
  )
}

export default widget({
  type: 'PercentFill',
  family: 'usual',
  name: { en: 'Fill level', 'zh-cn': '百分比填充' },
  size: { width: 90, height: 120 },
  binds: [{ name: 'value', label: { en: 'Value', 'zh-cn': '数值' } }],
  props,
  draw: 'svg',
  Draw: PercentFill,
})
