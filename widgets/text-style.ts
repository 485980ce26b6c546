// The text style of a page: fields of all widgets with text, and their CSS.
import type { CSSProperties } from 'react'
import { z } from 'zod'
import { choiceField, colourField, type Field, flagField, numberField, textField, type ValuesOf } from './fields.ts'

/**
 * Fields of a text's style. An empty font means that of the theme, which is Microsoft YaHei for Chinese. [S9 Widget
 * defaults: font 14, family Microsoft YaHei]
 */
export const textStyle = {
  fontSize: numberField(14, {
    ...{ section: 'text', unit: 'px', min: 6, max: 400 },
    label: { en: 'Font size', 'zh-cn': '字号' },
  }),
  bold: flagField(false, { section: 'text', label: { en: 'Bold', 'zh-cn': '加粗' } }),
  fontColor: colourField('', { section: 'text', label: { en: 'Colour', 'zh-cn': '颜色' } }),
  align: choiceField('left', {
    section: 'text',
    label: { en: 'Alignment', 'zh-cn': '对齐' },
    options: [
      { value: 'left', label: { en: 'Left', 'zh-cn': '左' } },
      { value: 'center', label: { en: 'Centre', 'zh-cn': '居中' } },
      { value: 'right', label: { en: 'Right', 'zh-cn': '右' } },
    ],
  }),
  fontFamily: {
    ...textField('', { section: 'text', label: { en: 'Font', 'zh-cn': '字体' } }),
    schema: z
      .string()
      .max(100)
      .regex(/^[\p{L}\p{N}\s,.'"-]*$/u),
  } satisfies Field<string>,
} as const

/** CSS for a flex box that contains the text. The host sets and animates `--font`. */
export const textCss = ({ fontFamily, fontSize, bold, align }: ValuesOf<typeof textStyle>): CSSProperties => ({
  fontFamily: fontFamily || undefined,
  fontSize,
  fontWeight: bold ? 600 : 400,
  color: 'var(--font, inherit)',
  justifyContent: align,
})
