// A rectangle: a vessel, a machine, a frame.
import { outline, shapeStyle } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Rect',
  name: { en: 'Rectangle', 'zh-cn': '矩形' },
  size: { width: 80, height: 60 },
  style: shapeStyle,
  draw: 'svg',
  mark: 'outline',
  Draw: ({ style, size: { width, height, rx, ry } }) => (
    <rect {...outline(style)} width={width} height={height} rx={rx} ry={ry} />
  ),
})
