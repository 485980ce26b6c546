// A triangle that points to the right: the flow of a pump, half of a valve. Other directions by rotation.
import { outline, shapeStyle } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Triangle',
  name: { en: 'Triangle', 'zh-cn': '三角形' },
  size: { width: 40, height: 40 },
  style: shapeStyle,
  draw: 'svg',
  mark: 'outline',
  Draw: ({ style, size: { width, height } }) => (
    <path {...outline(style)} d={`M0 0 ${width} ${height / 2} 0 ${height}Z`} />
  ),
})
