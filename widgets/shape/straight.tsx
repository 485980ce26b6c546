// A straight line along the longer side of its box: a pipe, a hairline.
import { lineStyle, outline } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Straight',
  name: { en: 'Straight line', 'zh-cn': '直线' },
  size: { width: 120, height: 8 },
  style: lineStyle,
  draw: 'svg',
  mark: 'outline',
  Draw: ({ style, size: { width, height } }) => (
    <path {...outline(style, 'open')} d={width >= height ? `M0 ${height / 2}H${width}` : `M${width / 2} 0V${height}`} />
  ),
})
