// An ellipse.
import { outline, shapeStyle } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Ellipse',
  name: { en: 'Ellipse', 'zh-cn': '椭圆' },
  size: { width: 80, height: 40 },
  style: shapeStyle,
  draw: 'svg',
  mark: 'outline',
  Draw: ({ style, size: { width, height } }) => (
    <ellipse {...outline(style)} cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} />
  ),
})
