// Rulers along the page, fixed at the edges of the window while the page scrolls.
import { type CSSProperties, type PointerEvent, useMemo } from 'react'
import type { Axis } from './document/guides.ts'
import { roomAround } from './room-around.ts'

const thick = 18
/** Minimum distance between numbers; pixels of the screen. */
const least = 48
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const

const stepAt = (scale: number): number => steps.find((step) => step * scale >= least) ?? steps.at(-1)!

type Props = {
  width: number
  height: number
  scale: number
  left: string
  /** A guide is dragged from a ruler: a horizontal one from the upper ruler. */
  onPull: (axis: Axis, event: PointerEvent) => void
}

/** The rulers of the page. `left`: the left edge of the page, as CSS. */
export function Rulers({ width, height, scale, left, onPull }: Props) {
  return (
    <>
      <Ruler axis="x" length={width} scale={scale} at={{ left }} onPull={(event) => onPull('y', event)} />
      <Ruler axis="y" length={height} scale={scale} at={{ top: roomAround }} onPull={(event) => onPull('x', event)} />
    </>
  )
}

type RulerProps = {
  axis: 'x' | 'y'
  length: number
  scale: number
  at: CSSProperties
  onPull: (event: PointerEvent) => void
}

function Ruler({ axis, length, scale, at, onPull }: RulerProps) {
  const ticks = useMemo(() => {
    const step = stepAt(scale)
    return Array.from({ length: Math.floor(length / step) + 1 }, (_, i) => i * step)
  }, [length, scale])
  const isAcross = axis === 'x'
  const size = isAcross ? { width: length * scale, height: thick } : { width: thick, height: length * scale }
  return (
    <div className={`designer-ruler designer-ruler-${axis}`} aria-hidden="true" onPointerDown={onPull}>
      <svg {...size} style={at} aria-hidden="true">
        {ticks.map((tick) => {
          const place = tick * scale
          return isAcross ? (
            <g key={tick}>
              <line x1={place} x2={place} y1={thick - 6} y2={thick} />
              <text x={place + 3} y={10}>
                {tick}
              </text>
            </g>
          ) : (
            <g key={tick}>
              <line y1={place} y2={place} x1={thick - 6} x2={thick} />
              <text transform={`translate(10 ${place - 3}) rotate(-90)`}>{tick}</text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
