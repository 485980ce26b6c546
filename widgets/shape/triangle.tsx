// A triangle that points to the right: the flow of a pump, half of a valve. Other ways by rotation.
import { Shaped, shapeProps, stateBinds } from '../shape-part.tsx'
import { type DrawProps, widget } from '../widget.ts'

type Shown = { [K in keyof typeof shapeProps]: (typeof shapeProps)[K]['initial'] }

function Triangle({ props: look, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  return (
    <Shaped look={look} cell={cell} freshness={freshness}>
      <path d={`M0 0 ${width} ${height / 2} 0 ${height}Z`} />
    </Shaped>
  )
}

export default widget({
  type: 'Triangle',
  family: 'shape',
  name: { en: 'Triangle', 'zh-cn': '三角形' },
  size: { width: 40, height: 40 },
  binds: stateBinds,
  props: shapeProps,
  draw: 'svg',
  Draw: Triangle,
})
