// A straight line along the longer side of its box: a pipe, a hairline.
import { Shaped, stateBinds, strokeProps } from '../shape-part.tsx'
import { type DrawProps, widget } from '../widget.ts'

type Shown = { [K in keyof typeof strokeProps]: (typeof strokeProps)[K]['initial'] }

function Straight({ props: look, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  const isLevel = width >= height
  return (
    <Shaped look={look} cell={cell} freshness={freshness}>
      <path d={isLevel ? `M0 ${height / 2}H${width}` : `M${width / 2} 0V${height}`} />
    </Shaped>
  )
}

export default widget({
  type: 'Straight',
  family: 'shape',
  name: { en: 'Straight line', 'zh-cn': '直线' },
  size: { width: 120, height: 8 },
  binds: stateBinds,
  props: strokeProps,
  draw: 'svg',
  Draw: Straight,
})
