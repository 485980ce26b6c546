// A parallelogram that leans to the right.
import { outline, shapeStyle } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Parallelogram',
  name: { en: 'Parallelogram', 'zh-cn': '平行四边形' },
  size: { width: 80, height: 40 },
  style: shapeStyle,
  draw: 'svg',
  mark: 'outline',
  Draw({ style, size: { width, height } }) {
    const lean = Math.min(width / 2, height / 2)
    return <path {...outline(style)} d={`M${lean} 0H${width}L${width - lean} ${height}H0Z`} />
  },
})
