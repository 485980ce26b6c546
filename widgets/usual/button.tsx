// A button; its click event is the action. A bound value shows a state: pressed in while true.
import { asBoolean } from '../../core/data-type.ts'
import { oneSlot } from '../binds.ts'
import { choiceField, colourField, imageField, numberField, wordsField } from '../fields.ts'
import { textCss, textStyle } from '../text-style.ts'
import { widget } from '../widget.ts'
import './button.css'

const style = {
  ...textStyle,
  fill: colourField('', { section: 'fill', label: { en: 'Fill', 'zh-cn': '填充' } }),
  stroke: colourField('', { section: 'fill', label: { en: 'Line', 'zh-cn': '边框' } }),
  radius: numberField(6, {
    ...{ section: 'fill', unit: 'px', min: 0, max: 200 },
    label: { en: 'Corner radius', 'zh-cn': '圆角' },
  }),
  kind: choiceField('plain', {
    section: 'fill',
    label: { en: 'Weight', 'zh-cn': '样式' },
    options: [
      { value: 'plain', label: { en: 'Plain', 'zh-cn': '普通' } },
      { value: 'primary', label: { en: 'Primary', 'zh-cn': '主要' } },
      { value: 'danger', label: { en: 'Dangerous', 'zh-cn': '危险' } },
    ],
  }),
}

export default widget({
  family: 'usual',
  word: 'Button',
  name: { en: 'Button', 'zh-cn': '按钮' },
  size: { width: 96, height: 32 },
  style: { ...style, align: { ...style.align, initial: 'center' as const } },
  data: {
    text: wordsField('Button', { section: 'content', label: { en: 'Text', 'zh-cn': '文字' } }),
    imgUrl: imageField({ section: 'content', label: { en: 'Picture', 'zh-cn': '图标' } }),
  },
  binds: { value: oneSlot({ en: 'State', 'zh-cn': '状态' }) },
  Draw: ({ style: look, data: { text, imgUrl } }) => (
    <div className="page-button" data-kind={look.kind} style={{ ...textCss(look), borderRadius: look.radius }}>
      {imgUrl && <img src={imgUrl} alt="" draggable={false} />}
      {text && <span>{text}</span>}
    </div>
  ),
  show({ read }) {
    const { isBound, value } = read('value')
    const isOn = isBound && value !== null && asBoolean(value) === true
    return { state: { on: isOn ? '' : null } }
  },
})
