// A circle: the body of a pump.
import { outline, shapeStyle } from '../shape-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'shape',
  word: 'Circle',
  name: { en: 'Circle', 'zh-cn': '圆形' },
  size: { width: 40, height: 40 },
  style: shapeStyle,
  draw: 'svg',
  mark: 'outline',
  Draw: ({ style, size: { width, height } }) => (
    <circle {...outline(style)} cx={width / 2} cy={height / 2} r={Math.min(width, height) / 2} />
  ),
})
