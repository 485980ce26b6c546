// A rectangle: a vessel, a machine, a frame.
import { Shaped, shapeProps, stateBinds } from '../shape-part.tsx'
import { type DrawProps, widget } from '../widget.ts'

type Shown = { [K in keyof typeof shapeProps]: (typeof shapeProps)[K]['initial'] }

function Rect({ props: look, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  return (
    <Shaped look={look} cell={cell} freshness={freshness}>
      <rect width={width} height={height} />
    </Shaped>
  )
}

export default widget({
  type: 'Rect',
  family: 'shape',
  name: { en: 'Rectangle', 'zh-cn': '矩形' },
  size: { width: 80, height: 60 },
  binds: stateBinds,
  props: shapeProps,
  draw: 'svg',
  Draw: Rect,
})
