// Static text on a page: a heading, a name next to a value.
import { textStyle, textStyleProps } from '../text-style.ts'
import { type DrawProps, textProp, widget } from '../widget.ts'
import './text.css'

const props = {
  text: textProp('Text', { en: 'Text', 'zh-cn': '文字' }),
  ...textStyleProps,
}

type Shown = { [K in keyof typeof props]: (typeof props)[K]['initial'] }

function Text({ props: shown }: DrawProps<Shown>) {
  return (
    <div className="static-text" style={textStyle(shown)}>
      <span>{shown.text}</span>
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
