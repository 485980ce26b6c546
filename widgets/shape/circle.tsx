// A circle: the body of a pump.
import { Shaped, shapeProps, stateBinds } from '../shape-part.tsx'
import { type DrawProps, widget } from '../widget.ts'

type Shown = { [K in keyof typeof shapeProps]: (typeof shapeProps)[K]['initial'] }

function Circle({ props: look, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  return (
    <Shaped look={look} cell={cell} freshness={freshness}>
      <circle cx={width / 2} cy={height / 2} r={Math.min(width, height) / 2} />
    </Shaped>
  )
}

export default widget({
  type: 'Circle',
  family: 'shape',
  name: { en: 'Circle', 'zh-cn': '圆形' },
  size: { width: 40, height: 40 },
  binds: stateBinds,
  props: shapeProps,
  draw: 'svg',
  Draw: Circle,
})
