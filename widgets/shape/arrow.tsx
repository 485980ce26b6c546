// An arrow to the right: the direction of a pipe. Other directions by rotation.
import { lineStyle, outline } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Arrow',
  name: { en: 'Arrow', 'zh-cn': '箭头' },
  size: { width: 60, height: 12 },
  style: lineStyle,
  draw: 'svg',
  mark: 'outline',
  Draw({ style, size: { width, height } }) {
    const head = Math.min(height, width)
    return (
      <>
        <path {...outline(style, 'open')} d={`M0 ${height / 2}H${width - head / 2}`} />
        <path className="shape-head" d={`M${width - head} 0L${width} ${height / 2}L${width - head} ${height}Z`} />
      </>
    )
  },
})
