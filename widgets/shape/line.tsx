// A line through corners: a pipe with bends. Corners are percentages of its box: `0,0 50,0 50,100`.
import { z } from 'zod'
import { textField } from '../fields.ts'
import { lineStyle, outline } from '../shape-style.ts'
import { widget } from '../widget.ts'

const corner = String.raw`-?\d+(\.\d+)?,-?\d+(\.\d+)?`
const corners = {
  ...textField('0,0 50,0 50,100 100,100', {
    ...{ section: 'fill', unit: '%' },
    label: { en: 'Corners', 'zh-cn': '拐点' },
  }),
  schema: z
    .string()
    .max(1000)
    .regex(new RegExp(`^${corner}( ${corner})+$`)),
} as const

export default widget({
  family: 'shape',
  word: 'Line',
  name: { en: 'Line', 'zh-cn': '折线' },
  size: { width: 120, height: 60 },
  style: { corners, ...lineStyle },
  draw: 'svg',
  mark: 'outline',
  Draw({ style, size: { width, height } }) {
    const points = style.corners.split(' ').map((at) => {
      const [x = 0, y = 0] = at.split(',').map(Number)
      return `${(x * width) / 100},${(y * height) / 100}`
    })
    return <polyline {...outline(style, 'open')} points={points.join(' ')} />
  },
})
