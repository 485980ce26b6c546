// An ellipse.
import { Shaped, shapeProps, stateBinds } from '../shape-part.tsx'
import { type DrawProps, widget } from '../widget.ts'

type Shown = { [K in keyof typeof shapeProps]: (typeof shapeProps)[K]['initial'] }

function Ellipse({ props: look, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  return (
    <Shaped look={look} cell={cell} freshness={freshness}>
      <ellipse cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} />
    </Shaped>
  )
}

export default widget({
  type: 'Ellipse',
  family: 'shape',
  name: { en: 'Ellipse', 'zh-cn': '椭圆' },
  size: { width: 80, height: 40 },
  binds: stateBinds,
  props: shapeProps,
  draw: 'svg',
  Draw: Ellipse,
})
