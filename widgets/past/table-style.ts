// Fields that all history tables share: look, time range, and the bars above and below.
import type { CSSProperties } from 'react'
import { cssColour } from '../colour.ts'
import { choiceField, colourField, flagField, numberField, type ValuesOf } from '../fields.ts'
import { maxMinutes } from './span.ts'

/** [S9 Widget defaults: font 12 for some] */
export const tableStyle = {
  fontSize: numberField(12, {
    section: 'text',
    unit: 'px',
    min: 6,
    max: 60,
    label: { en: 'Font size', 'zh-cn': '字号' },
  }),
  headFontColor: colourField('', { section: 'text', label: { en: 'Heading colour', 'zh-cn': '表头文字颜色' } }),
  rowFontColor: colourField('', { section: 'text', label: { en: 'Row colour', 'zh-cn': '表格文字颜色' } }),
  align: choiceField('left', {
    section: 'text',
    label: { en: 'Alignment of texts', 'zh-cn': '文字对齐' },
    options: [
      { value: 'left', label: { en: 'Left', 'zh-cn': '左' } },
      { value: 'center', label: { en: 'Centre', 'zh-cn': '居中' } },
      { value: 'right', label: { en: 'Right', 'zh-cn': '右' } },
    ],
  }),
  headColor: colourField('', { section: 'fill', label: { en: 'Header background', 'zh-cn': '表头背景' } }),
  rowColor: colourField('', { section: 'fill', label: { en: 'Row ground', 'zh-cn': '行背景' } }),
  evenRowColor: colourField('', { section: 'fill', label: { en: 'Alternate row colour', 'zh-cn': '隔行背景' } }),
  border: flagField(true, { section: 'fill', label: { en: 'Lines', 'zh-cn': '边框' } }),
  borderColor: colourField('', {
    ...{ section: 'fill', when: { field: 'border', is: [true] } },
    label: { en: 'Colour of lines', 'zh-cn': '边框颜色' },
  }),
  rowHeight: numberField(30, {
    ...{ section: 'fill', unit: 'px', min: 16, max: 200 },
    label: { en: 'Row height', 'zh-cn': '行高' },
  }),
} as const

/** [S3 History table, Alarm record: time range 720 min, rolled every 30 s] */
export const rollFields = {
  timeRange: numberField(720, {
    ...{ section: 'content', unit: 'min', min: 1, max: maxMinutes },
    label: { en: 'Time range', 'zh-cn': '时间范围' },
  }),
  rollTime: numberField(30, {
    ...{ section: 'content', unit: 's', min: 5, max: 86_400 },
    label: { en: 'Refreshed every', 'zh-cn': '刷新间隔' },
  }),
} as const

export const listFields = (mostRows: number) =>
  ({
    page: flagField(true, { section: 'behaviour', label: { en: 'Pages', 'zh-cn': '分页' } }),
    pageSize: numberField(10, {
      ...{ section: 'behaviour', min: 1, max: mostRows, when: { field: 'page', is: [true] } },
      label: { en: 'Rows per page', 'zh-cn': '每页行数' },
    }),
    filterTime: flagField(true, { section: 'behaviour', label: { en: 'Time filter', 'zh-cn': '时间筛选' } }),
    exportExcel: flagField(true, { section: 'behaviour', label: { en: 'Export to Excel', 'zh-cn': '导出 Excel' } }),
  }) as const

/** The style as CSS variables of the table; without a value the theme applies. */
export function tableCss(style: ValuesOf<typeof tableStyle>): CSSProperties {
  const { headColor, headFontColor, rowColor, rowFontColor, evenRowColor, borderColor } = style
  const colours = {
    '--table-head': cssColour(headColor),
    '--table-head-ink': cssColour(headFontColor),
    '--table-row': cssColour(rowColor),
    '--table-even': cssColour(evenRowColor) ?? cssColour(rowColor),
    '--table-ink': cssColour(rowFontColor),
    '--table-line': style.border ? (cssColour(borderColor) ?? 'var(--line)') : 'transparent',
  }
  return {
    ...Object.fromEntries(Object.entries(colours).filter(([, colour]) => colour)),
    '--table-height': `${style.rowHeight}px`,
    '--table-align': style.align,
    fontSize: style.fontSize,
  } as CSSProperties
}
