// An arrow to the right: where a pipe leads. Other ways by rotation.
import { Shaped, stateBinds, strokeProps } from '../shape-part.tsx'
import { type DrawProps, widget } from '../widget.ts'

type Shown = { [K in keyof typeof strokeProps]: (typeof strokeProps)[K]['initial'] }

function Arrow({ props: look, size: { width, height }, cell, freshness }: DrawProps<Shown>) {
  const head = Math.min(height, width)
  return (
    <Shaped look={look} cell={cell} freshness={freshness}>
      <path d={`M0 ${height / 2}H${width - head / 2}`} />
      <path className="shape-head" d={`M${width - head} 0L${width} ${height / 2}L${width - head} ${height}Z`} />
    </Shaped>
  )
}

export default widget({
  type: 'Arrow',
  family: 'shape',
  name: { en: 'Arrow', 'zh-cn': '箭头' },
  size: { width: 60, height: 12 },
  binds: stateBinds,
  props: strokeProps,
  draw: 'svg',
  Draw: Arrow,
})
