// A vessel filled in proportion to its value, with a scale: a tank's liquid moves with its level.
import type { CSSProperties } from 'react'
import { asNumber, type Value } from '../../core/data-type.ts'
import { oneSlot } from '../binds.ts'
import { choiceField, flagField, numberField, type ValuesOf } from '../fields.ts'
import { widget } from '../widget.ts'
import './percent-fill.css'

const range = { section: 'scale', min: -1e9, max: 1e9 } as const
const onScale = { when: { field: 'scale', is: [true] } }

const data = {
  minVal: numberField(0, { ...range, label: { en: 'Empty at', 'zh-cn': '空值' } }),
  maxVal: numberField(100, { ...range, label: { en: 'Full at', 'zh-cn': '满值' } }),
  scale: flagField(true, { section: 'scale', label: { en: 'Scale', 'zh-cn': '刻度' } }),
  /** The normal range on the scale; both 0: none. */
  lowVal: numberField(0, { ...range, ...onScale, label: { en: 'Normal from', 'zh-cn': '正常下限' } }),
  highVal: numberField(0, { ...range, ...onScale, label: { en: 'Normal to', 'zh-cn': '正常上限' } }),
}
type Data = ValuesOf<typeof data>

const style = {
  vessel: choiceField('open', {
    section: 'fill',
    label: { en: 'Vessel', 'zh-cn': '容器' },
    options: [
      { value: 'open', label: { en: 'Open', 'zh-cn': '敞口' } },
      { value: 'closed', label: { en: 'Closed', 'zh-cn': '封闭' } },
      { value: 'none', label: { en: 'Liquid only', 'zh-cn': '仅液体' } },
    ],
  }),
}

/** The filled share, 0 to 1; undefined without a number. */
export function shareOf(value: Value | null, { minVal, maxVal }: Pick<Data, 'minVal' | 'maxVal'>): number | undefined {
  const level = asNumber(value)
  if (level === undefined || maxVal === minVal) return undefined
  return Math.min(1, Math.max(0, (level - minVal) / (maxVal - minVal)))
}

const wallOf = (vessel: ValuesOf<typeof style>['vessel'], width: number, height: number) =>
  ({ open: `M0 0V${height}H${width}V0`, closed: `M0 0V${height}H${width}V0Z`, none: undefined })[vessel]

/** Horizontal position and width of the scale. */
const [x, wide] = [8, 5]

const pointerAt = (y: number) => `M${x + wide} ${y}l8 -4.5v9z`

/** Track, normal band and pointer of the vessel's scale. */
function Scale({ data: of, height }: { data: Data; height: number }) {
  const hasBand = of.lowVal !== 0 || of.highVal !== 0
  const [low = 0, high = 0] = [shareOf(of.lowVal, of), shareOf(of.highVal, of)]
  return (
    <>
      <rect className="percent-reach" x={x} y={-5} width={wide + 9} height={height + 10} />
      <rect className="percent-track" x={x} width={wide} height={height} />
      {hasBand && (
        <>
          <rect
            className="percent-band"
            x={x}
            width={wide}
            y={(1 - high) * height}
            height={Math.max(0, high - low) * height}
          />
          <path
            className="percent-ticks"
            d={`M${x - 2} ${(1 - high) * height}h${wide + 4}M${x - 2} ${(1 - low) * height}h${wide + 4}`}
          />
        </>
      )}
      <path className="percent-pointer" d={pointerAt(0)} />
    </>
  )
}

export default widget({
  family: 'usual',
  word: 'PercentFill',
  name: { en: 'Fill level', 'zh-cn': '百分比填充' },
  size: { width: 90, height: 120 },
  style,
  data,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }) },
  draw: 'svg',
  Draw({ style: { vessel }, data: of, size: { width, height } }) {
    const wall = wallOf(vessel, width, height)
    return (
      <g className="percent-fill" style={{ '--height': `${height}px` } as CSSProperties}>
        <rect className="percent-room" width={width} height={height} />
        <rect className="percent-liquid" width={width} height={height} />
        {wall && <path className="percent-wall" d={wall} />}
        {of.scale && <Scale data={of} height={height} />}
      </g>
    )
  },
  show({ data: of, size: { height }, read, mode }) {
    const { isBound, value } = read('value')
    const share = shareOf(value, of)
    const pointer = of.scale ? `path("${pointerAt((1 - (share ?? 0)) * height)}")` : ''
    // Without a value the vessel is drawn as unknown, and not as empty.
    const isAsked = isBound || mode === 'run'
    return { vars: { share: share ?? 0, pointer }, state: { empty: isAsked && share === undefined ? '' : null } }
  },
})
