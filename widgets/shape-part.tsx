// What all shapes share: shade by token, state by a bound signal, and the marks of what is stale, bad or in alarm. On is
// filled, off is hollow; colour comes with an alarm only.
import { type CSSProperties, type ReactNode, useId } from 'react'
import type { Value } from '../core/data-type.ts'
import { useDrawn } from '../signal/web/use-binding.ts'
import type { CellReading } from '../signal/web/values.ts'
import { drawAttribute } from '../ui/draw.ts'
import { choiceProp, type DrawProps, numberProp } from './widget.ts'
import './shape.css'

const shades = [
  { value: 'none', label: { en: 'None', 'zh-cn': '无' } },
  { value: 'surface', label: { en: 'Paper', 'zh-cn': '底色' } },
  { value: 'liquid', label: { en: 'Liquid', 'zh-cn': '液体' } },
  { value: 'steel', label: { en: 'Steel', 'zh-cn': '钢' } },
  { value: 'idle', label: { en: 'Idle', 'zh-cn': '空闲' } },
  { value: 'line', label: { en: 'Hairline', 'zh-cn': '细线' } },
] as const

export const strokeProps = {
  stroke: choiceProp('steel', { en: 'Line', 'zh-cn': '线条' }, shades),
  weight: numberProp(1.5, { en: 'Line width', 'zh-cn': '线宽' }, 0.5, 12),
}

export const shapeProps = {
  fill: choiceProp('surface', { en: 'Fill', 'zh-cn': '填充' }, shades),
  /** `paper`: stands on a shape that is filled when on, and shows light on it then. */
  whenOn: choiceProp('steel', { en: 'Fill when on', 'zh-cn': '为真时填充' }, [
    { value: 'steel', label: { en: 'Steel', 'zh-cn': '钢' } },
    { value: 'surface', label: { en: 'Paper', 'zh-cn': '底色' } },
  ]),
  ...strokeProps,
}

export const stateBinds = [
  { name: 'on', label: { en: 'On', 'zh-cn': '运行' } },
  { name: 'alarm', label: { en: 'Alarm', 'zh-cn': '报警' } },
] as const

type Look = { fill?: string; whenOn?: string; stroke: string; weight: number }

/** A yes, or a number that is more than nothing: a flow that flows. */
const isOn = (value: Value | null): boolean => value === true || (typeof value === 'number' && value > 0)

const shade = (name: string | undefined): string => (!name || name === 'none' ? 'none' : `var(--shade-${name})`)

/** The shape's own elements, in the shade of its state. `look` is what it was given. */
export function Shaped({
  look,
  cell,
  freshness,
  children,
}: Pick<DrawProps<object>, 'cell' | 'freshness'> & { look: Look; children: ReactNode }) {
  const hatch = useId()
  const [on, alarm] = [cell('on'), cell('alarm')]
  const state = useDrawn<SVGGElement>(
    on,
    (node, reading: CellReading) => {
      const quality = on ? freshness('on', reading) : 'good'
      drawAttribute(node, 'data-on', on && quality !== 'never' ? String(isOn(reading.value)) : null)
      drawAttribute(node, 'data-quality', quality === 'good' ? null : quality)
    },
    { ticking: on !== undefined },
  )
  const mark = useDrawn<SVGGElement>(alarm, (node, reading) => {
    const holds = alarm !== undefined && isOn(reading.value) && freshness('alarm', reading) === 'good'
    drawAttribute(node, 'data-alarm', holds ? '' : null)
  })
  const style = {
    '--fill': shade(look.fill),
    '--fill-on': look.fill === undefined ? 'none' : shade(look.whenOn),
    '--stroke': shade(look.stroke),
    '--weight': look.weight,
    '--hatch': `url(#${hatch})`,
  } as CSSProperties
  return (
    <g ref={mark} className="shape-mark" style={style}>
      {on && (
        <defs>
          <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="shape-hatch" width="1.2" height="5" />
          </pattern>
        </defs>
      )}
      <g ref={state} className={look.fill === undefined ? 'shape shape-open' : 'shape'}>
        {children}
      </g>
    </g>
  )
}
