// Fields that several charts have. [S3: legend (position, font); S9: 10 theme colours, pie margins 60]
import { choiceField, colourField, listField, numberField, type ValuesOf, wordsField } from '../fields.ts'
import { paletteSize } from './look.ts'

const legendSection = { en: 'Legend', 'zh-cn': '图例' }
const marginSection = { en: 'Margins', 'zh-cn': '边距' }

export const legendStyle = {
  legend: choiceField('bottom', {
    section: legendSection,
    label: { en: 'Position', 'zh-cn': '位置' },
    options: [
      { value: 'top', label: { en: 'Top', 'zh-cn': '上' } },
      { value: 'bottom', label: { en: 'Bottom', 'zh-cn': '下' } },
      { value: 'left', label: { en: 'Left', 'zh-cn': '左' } },
      { value: 'right', label: { en: 'Right', 'zh-cn': '右' } },
      { value: 'none', label: { en: 'None', 'zh-cn': '无' } },
    ],
  }),
  legendFontSize: numberField(12, {
    ...{ section: legendSection, unit: 'px', min: 6, max: 100 },
    label: { en: 'Font size', 'zh-cn': '字号' },
  }),
  legendFontColor: colourField('', { section: legendSection, label: { en: 'Colour', 'zh-cn': '颜色' } }),
} as const
export type LegendStyle = ValuesOf<typeof legendStyle>

/** The colours of entries without their own, in turn. */
export const themeStyle = {
  theme: listField(
    { color: colourField('', { label: { en: 'Colour', 'zh-cn': '颜色' } }) },
    { section: 'fill', most: paletteSize, label: { en: 'Colours in turn', 'zh-cn': '颜色序列' } },
  ),
} as const

/** The font of labels and axes in a chart. */
export const labelStyle = {
  fontSize: numberField(12, {
    ...{ section: 'text', unit: 'px', min: 6, max: 100 },
    label: { en: 'Font size', 'zh-cn': '字号' },
  }),
  fontColor: colourField('', { section: 'text', label: { en: 'Colour', 'zh-cn': '颜色' } }),
} as const

export const marginStyle = ([top, right, bottom, left]: readonly [number, number, number, number]) => {
  const line = { section: marginSection, unit: 'px', min: 0, max: 1000 }
  return {
    marginTop: numberField(top, { ...line, label: { en: 'Top', 'zh-cn': '上' } }),
    marginRight: numberField(right, { ...line, label: { en: 'Right', 'zh-cn': '右' } }),
    marginBottom: numberField(bottom, { ...line, label: { en: 'Bottom', 'zh-cn': '下' } }),
    marginLeft: numberField(left, { ...line, label: { en: 'Left', 'zh-cn': '左' } }),
  } as const
}
export type ThemeStyle = ValuesOf<typeof themeStyle>
export type MarginStyle = ValuesOf<ReturnType<typeof marginStyle>>

export const valueData = {
  text: wordsField('', { section: 'content', label: { en: 'Title', 'zh-cn': '标题' } }),
  unit: wordsField('', { section: 'values', label: { en: 'Unit', 'zh-cn': '单位' } }),
  /** −1: the number of decimals of the variable. */
  decimals: numberField(-1, { section: 'values', min: -1, max: 8, label: { en: 'Decimals', 'zh-cn': '小数位数' } }),
} as const

/** Fields of each variable of a chart: its colour and its name. */
export const entryFields = {
  color: colourField('', { label: { en: 'Colour', 'zh-cn': '颜色' } }),
  label: wordsField('', { label: { en: 'Name', 'zh-cn': '名称' } }),
} as const
export type EntryFields = ValuesOf<typeof entryFields>

/** Limits of a value axis. [S3 Area, Script widgets: mode adapt] */
const range = { section: 'scale', min: -1e12, max: 1e12 } as const
const fixed = { when: { field: 'mode', is: ['fixed'] } }
export const modeField = choiceField('adapt', {
  section: 'scale',
  label: { en: 'Axis', 'zh-cn': '坐标轴' },
  options: [
    { value: 'adapt', label: { en: 'Fits the values', 'zh-cn': '自适应' } },
    { value: 'fixed', label: { en: 'Fixed', 'zh-cn': '固定范围' } },
  ],
})
export const lowField = numberField(0, { ...range, ...fixed, label: { en: 'From', 'zh-cn': '最小值' } })
export const highField = numberField(100, { ...range, ...fixed, label: { en: 'To', 'zh-cn': '最大值' } })
export type Axis = { mode: 'adapt' | 'fixed'; min: number; max: number }
/** The fixed range of an axis; empty if the axis adapts to its values. */
export const axisRange = ({ mode, min, max }: Axis) => (mode === 'fixed' && max > min ? { min, max } : {})
