// A flow bar: a pipe with stripes that move while there is flow, by its value. With reduced motion an arrow shows the
// direction instead. A late value is hatched, because the flow is unknown.
import type { CSSProperties } from 'react'
import { asBoolean, asNumber, type Value } from '../../core/data-type.ts'
import { oneSlot } from '../binds.ts'
import { choiceField, colourField, numberField } from '../fields.ts'
import { widget } from '../widget.ts'
import './scrollbar.css'

const data = {
  direction: choiceField('forward', {
    section: 'behaviour',
    label: { en: 'Flows', 'zh-cn': '流动方向' },
    options: [
      { value: 'forward', label: { en: 'To the right', 'zh-cn': '向右' } },
      { value: 'backward', label: { en: 'To the left', 'zh-cn': '向左' } },
      { value: 'sign', label: { en: 'By the sign of the value', 'zh-cn': '按数值正负' } },
    ],
  }),
  speed: numberField(1000, {
    ...{ section: 'behaviour', unit: 'ms', min: 100, max: 60_000 },
    label: { en: 'One stripe in', 'zh-cn': '流动周期' },
  }),
}

const style = {
  fill: colourField('', { section: 'fill', label: { en: 'Stripes', 'zh-cn': '流体颜色' } }),
  stroke: colourField('', { section: 'fill', label: { en: 'Pipe', 'zh-cn': '管道颜色' } }),
}

type Flow = 'forward' | 'backward' | 'still' | 'unknown'

/** The direction of flow for a value; zero and false mean no flow. */
export function flowOf(value: Value | null, direction: 'forward' | 'backward' | 'sign'): Flow {
  const number = asNumber(value)
  const flows = number === undefined ? (value === null ? undefined : asBoolean(value)) : number !== 0
  if (flows === undefined) return 'unknown'
  if (!flows) return 'still'
  if (direction !== 'sign') return direction
  return (number ?? 1) < 0 ? 'backward' : 'forward'
}

/** A chevron in the middle of the pipe. */
export function arrowPath(way: 'forward' | 'backward', width: number, height: number): string {
  const [reach, x, y] = [height * 0.3, width / 2, height / 2]
  const ahead = way === 'forward' ? reach : -reach
  return `M${x - ahead} ${y - reach}L${x + ahead} ${y}L${x - ahead} ${y + reach}`
}

export default widget({
  family: 'usual',
  word: 'Scrollbar',
  name: { en: 'Flowing bar', 'zh-cn': '流动条' },
  size: { width: 160, height: 14 },
  style,
  data,
  binds: { value: oneSlot({ en: 'Flow', 'zh-cn': '流量' }) },
  draw: 'svg',
  mark: 'corner',
  Draw({ data: { speed }, size: { width, height } }) {
    const dash = Math.max(4, height)
    const y = height / 2
    return (
      <g className="flow" style={{ '--dash': `${dash}px`, '--speed': `${speed}ms` } as CSSProperties}>
        <rect className="flow-pipe" width={width} height={height} />
        <path
          className="flow-stripes"
          d={`M0 ${y}H${width}`}
          strokeWidth={Math.max(0, height * 0.5)}
          strokeDasharray={`${dash} ${dash}`}
        />
        {(['forward', 'backward'] as const).map((way) => (
          <path key={way} className="flow-arrow" data-way={way} d={arrowPath(way, width, height)} />
        ))}
      </g>
    )
  },
  show({ data: { direction }, read, mode }) {
    const { value, quality, isBound } = read('value')
    const flow = !isBound || mode !== 'run' ? 'still' : quality === 'good' ? flowOf(value, direction) : 'unknown'
    return { state: { flow } }
  },
})
