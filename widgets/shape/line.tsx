// A line through corners: a pipe that turns. Corners are shares of its box in per cent: `0,0 50,0 50,100`.
import { z } from 'zod'
import { Shaped, stateBinds, strokeProps } from '../shape-part.tsx'
import { type DrawProps, type Prop, widget } from '../widget.ts'

const corners: Prop<string> = {
  schema: z
    .string()
    .max(1000)
    .regex(/^-?[\d.]+,-?[\d.]+( -?[\d.]+,-?[\d.]+)+$/),
  initial: '0,0 50,0 50,100 100,100',
  label: { en: 'Corners, %', 'zh-cn': '拐点（%）' },
  kind: 'text',
}
const props = { corners, ...strokeProps }

type Shown = { [K in keyof typeof props]: (typeof props)[K]['initial'] }

function Line({ props: { corners: at, ...look }, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  const points = at.split(' ').map((corner) => {
    const [x = 0, y = 0] = corner.split(',').map(Number)
    return `${(x * width) / 100},${(y * height) / 100}`
  })
  return (
    <Shaped look={look} cell={cell} freshness={freshness}>
      <polyline points={points.join(' ')} />
    </Shaped>
  )
}

export default widget({
  type: 'Line',
  family: 'shape',
  name: { en: 'Line', 'zh-cn': '折线' },
  size: { width: 120, height: 60 },
  binds: stateBinds,
  props,
  draw: 'svg',
  Draw: Line,
})
