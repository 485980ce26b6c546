// Static text on a page: a heading, a label beside a value.
import { wordsField } from '../fields.ts'
import { textCss, textStyle } from '../text-style.ts'
import { widget } from '../widget.ts'
import '../aged.css'
import './text.css'

export default widget({
  family: 'usual',
  word: 'Text',
  name: { en: 'Text', 'zh-cn': '文本' },
  style: textStyle,
  data: { text: wordsField('Text', { section: 'content', label: { en: 'Text', 'zh-cn': '文字' } }) },
  mark: 'outline',
  Draw: ({ style, data }) => (
    <div className="static-text aged" style={textCss(style)}>
      <span>{data.text}</span>
    </div>
  ),
})
