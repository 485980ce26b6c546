// Fields shared by all shapes: fill and line, as a shade of the theme or a colour. State is shown by shade: an
// animation of the host fills a running shape, and outlines one in alarm.
import { colourField, numberField } from './fields.ts'
import './shape.css'

export const lineStyle = {
  stroke: colourField('steel', { section: 'fill', label: { en: 'Line', 'zh-cn': '线条' } }),
  strokeWidth: numberField(1.5, {
    ...{ section: 'fill', unit: 'px', min: 0, max: 50 },
    label: { en: 'Line width', 'zh-cn': '线宽' },
  }),
}

export const shapeStyle = {
  fill: colourField('surface', { section: 'fill', label: { en: 'Fill', 'zh-cn': '填充' } }),
  ...lineStyle,
}

/** Class and line of a shape's own element; `open`: a shape without an inside. */
export const outline = ({ strokeWidth }: { strokeWidth: number }, kind: 'closed' | 'open' = 'closed') => ({
  className: `shape${kind === 'open' ? ' shape-open' : ''}${strokeWidth < 2 ? ' shape-thin' : ''}`,
  strokeWidth,
})
