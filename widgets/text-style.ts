// The look of text on a page: the properties of all widgets with text, and their style.
import type { CSSProperties } from 'react'
import { choiceProp, colourProp, flagProp, numberProp } from './widget.ts'

export const textStyleProps = {
  size: numberProp(14, { en: 'Font size', 'zh-cn': '字号' }, 6, 400),
  bold: flagProp(false, { en: 'Bold', 'zh-cn': '加粗' }),
  /** Names beside values: the theme's second ink, unless it has a colour of its own. */
  muted: flagProp(false, { en: 'Muted', 'zh-cn': '次要' }),
  colour: colourProp('', { en: 'Colour', 'zh-cn': '颜色' }),
  align: choiceProp('left', { en: 'Alignment', 'zh-cn': '对齐' }, [
    { value: 'left', label: { en: 'Left', 'zh-cn': '左' } },
    { value: 'center', label: { en: 'Centre', 'zh-cn': '居中' } },
    { value: 'right', label: { en: 'Right', 'zh-cn': '右' } },
  ]),
}

type TextStyle = { [K in keyof typeof textStyleProps]: (typeof textStyleProps)[K]['initial'] }

/** The style of a flex box that contains the text. */
export const textStyle = ({ size, bold, muted, colour, align }: TextStyle): CSSProperties => ({
  fontSize: size,
  fontWeight: bold ? 600 : 400,
  color: colour || (muted ? 'var(--ink-2)' : undefined),
  justifyContent: align,
})
