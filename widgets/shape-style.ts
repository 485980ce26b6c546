// What all shapes share: fill and line, by a shade of the theme or a colour of their own. State is shade: an animation of
// the host fills what runs, and outlines what is in alarm.
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

/** Class and line of a shape's own element; `open`: it has no inside. */
export const outline = ({ strokeWidth }: { strokeWidth: number }, kind: 'closed' | 'open' = 'closed') => ({
  className: `shape${kind === 'open' ? ' shape-open' : ''}${strokeWidth < 2 ? ' shape-thin' : ''}`,
  strokeWidth,
})
