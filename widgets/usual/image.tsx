// A picture, uploaded or stored in the page. An <img> runs no scripts, even for SVG.
import { useState } from 'react'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { choiceField, flagField, numberField, pictureField, wordsField } from '../fields.ts'
import { pictureText } from '../picture/text.ts'
import { widget } from '../widget.ts'
import '../aged.css'
import './image.css'

export default widget({
  family: 'usual',
  word: 'Image',
  name: { en: 'Image', 'zh-cn': '图片' },
  size: { width: 120, height: 90 },
  style: {
    fit: choiceField('contain', {
      section: 'fill',
      label: { en: 'Fit', 'zh-cn': '适应方式' },
      options: [
        { value: 'contain', label: { en: 'Whole picture', 'zh-cn': '完整显示' } },
        { value: 'cover', label: { en: 'Whole box', 'zh-cn': '铺满裁剪' } },
        { value: 'fill', label: { en: 'Stretched', 'zh-cn': '拉伸' } },
      ],
    }),
    flipX: flagField(false, { section: 'fill', label: { en: 'Mirrored', 'zh-cn': '水平翻转' } }),
    flipY: flagField(false, { section: 'fill', label: { en: 'Upside down', 'zh-cn': '垂直翻转' } }),
    opacity: numberField(100, {
      ...{ section: 'fill', unit: '%', min: 0, max: 100 },
      label: { en: 'Opacity', 'zh-cn': '不透明度' },
    }),
  },
  data: {
    imgUrl: pictureField({ section: 'content', label: { en: 'Picture', 'zh-cn': '图片' } }),
    text: wordsField('', { section: 'content', label: { en: 'Alternative text', 'zh-cn': '替代文字' } }),
  },
  mark: 'outline',
  Draw({ style: { fit, flipX, flipY, opacity }, data: { imgUrl, text }, mode }) {
    const t = useText(pictureText)
    const [gone, setGone] = useState('')
    if (imgUrl === '') return mode === 'run' ? null : <WidgetNote>{t('none')}</WidgetNote>
    if (gone === imgUrl) return <WidgetNote isFault>{t('gone')}</WidgetNote>
    return (
      <img
        className="page-image aged"
        src={imgUrl}
        alt={text}
        draggable={false}
        style={{ objectFit: fit, opacity: opacity / 100, scale: `${flipX ? -1 : 1} ${flipY ? -1 : 1}` }}
        onError={() => setGone(imgUrl)}
      />
    )
  },
})
