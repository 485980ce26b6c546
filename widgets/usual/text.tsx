// Words that stand on a page: a heading, a name beside a value.
import { choiceProp, colourProp, type DrawProps, flagProp, numberProp, textProp, widget } from '../widget.ts'
import './text.css'

const props = {
  text: textProp('', { en: 'Text', 'zh-cn': '文字' }),
  size: numberProp(14, { en: 'Font size', 'zh-cn': '字号' }, 6, 400),
  bold: flagProp(false, { en: 'Bold', 'zh-cn': '加粗' }),
  colour: colourProp('', { en: 'Colour', 'zh-cn': '颜色' }),
  align: choiceProp('left', { en: 'Alignment', 'zh-cn': '对齐' }, [
    { value: 'left', label: { en: 'Left', 'zh-cn': '左' } },
    { value: 'center', label: { en: 'Centre', 'zh-cn': '居中' } },
    { value: 'right', label: { en: 'Right', 'zh-cn': '右' } },
  ]),
}

type Shown = { [K in keyof typeof props]: (typeof props)[K]['initial'] }

function Text({ props: { text, size, bold, colour, align } }: DrawProps<Shown>) {
  const style = { fontSize: size, fontWeight: bold ? 600 : 400, color: colour || undefined, justifyContent: align }
  return (
    <div className="static-text" style={style}>
      <span>{text}</span>
    </div>
  )
}

export default widget({
  type: 'Text',
  family: 'usual',
  name: { en: 'Text', 'zh-cn': '文本' },
  props,
  Draw: Text,
})
