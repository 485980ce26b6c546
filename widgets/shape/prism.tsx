// A diamond: a decision, a mark on a line.
import { outline, shapeStyle } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Prism',
  name: { en: 'Diamond', 'zh-cn': '菱形' },
  size: { width: 60, height: 60 },
  style: shapeStyle,
  draw: 'svg',
  mark: 'outline',
  Draw: ({ style, size: { width: w, height: h } }) => (
    <path {...outline(style)} d={`M${w / 2} 0L${w} ${h / 2} ${w / 2} ${h} 0 ${h / 2}Z`} />
  ),
})
