// An octagon: each side is cut by the ratio of a regular octagon, even if the box is long.
import { outline, shapeStyle } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Octagon',
  name: { en: 'Octagon', 'zh-cn': '八边形' },
  size: { width: 60, height: 60 },
  style: shapeStyle,
  draw: 'svg',
  mark: 'outline',
  Draw({ style, size: { width: w, height: h } }) {
    // The part of a side that a regular octagon cuts off at either end.
    const [x, y] = [w * 0.2929, h * 0.2929]
    return <path {...outline(style)} d={`M${x} 0H${w - x}L${w} ${y}V${h - y}L${w - x} ${h}H${x}L0 ${h - y}V${y}Z`} />
  },
})
