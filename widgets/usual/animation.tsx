// Pictures of one object: the one for the value, or all in turn while it runs. [S3 Animation]
import { asBoolean, asNumber, type Value } from '../../core/data-type.ts'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { oneSlot } from '../binds.ts'
import { isValueOf } from '../control/options.ts'
import { useReading } from '../control/use-reading.ts'
import { choiceField, imageField, numberField, textField } from '../fields.ts'
import { pictureText } from '../picture/text.ts'
import { useTurn } from '../picture/use-turn.ts'
import { widget } from '../widget.ts'
import './image.css'

const items = {
  imgUrl: imageField({ label: { en: 'Picture', 'zh-cn': '图片' } }),
  value: textField('', { label: { en: 'For the value', 'zh-cn': '对应值' } }),
}
type Frame = { imgUrl: string; value: string }

const data = {
  animateType: choiceField('value', {
    section: 'behaviour',
    label: { en: 'Shows', 'zh-cn': '显示方式' },
    options: [
      { value: 'value', label: { en: 'The picture of the value', 'zh-cn': '按值切换' } },
      { value: 'turn', label: { en: 'All in turn while it is on', 'zh-cn': '为真时轮播' } },
    ],
  }),
  speed: numberField(500, {
    ...{ section: 'behaviour', unit: 'ms', min: 100, max: 60_000, when: { field: 'animateType', is: ['turn'] } },
    label: { en: 'Each for', 'zh-cn': '切换间隔' },
  }),
}

/** The picture for a value; undefined if none matches. */
export const frameOf = (value: Value | null, frames: readonly Frame[]): Frame | undefined =>
  frames.find((frame) => isValueOf(value, frame.value))

/** Whether the pictures turn; without a binding they always do. */
export function isTurning(isBound: boolean, value: Value | null): boolean {
  if (!isBound) return true
  const number = asNumber(value)
  return number === undefined ? value !== null && asBoolean(value) === true : number !== 0
}

export default widget({
  family: 'usual',
  word: 'Animation',
  name: { en: 'Animation', 'zh-cn': '动画' },
  size: { width: 120, height: 90 },
  items,
  data,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }) },
  Draw({ items: stored, data: { animateType, speed }, inputs, mode }) {
    const t = useText(pictureText)
    const { value, isBound, quality } = useReading(inputs('value')[0])
    const frames = stored.filter(({ imgUrl }) => imgUrl !== '')
    const isMoving = mode === 'run' && animateType === 'turn' && isTurning(isBound, value)
    // A late value stops the pictures.
    const at = useTurn(frames.length, isMoving && (!isBound || quality === 'good') ? speed : undefined)
    if (frames.length === 0) return mode === 'run' ? null : <WidgetNote>{t('none')}</WidgetNote>
    const frame = animateType === 'turn' || mode !== 'run' ? frames[at] : frameOf(value, frames)
    if (!frame) return null
    return <img className="page-image" src={frame.imgUrl} alt="" draggable={false} style={{ objectFit: 'contain' }} />
  },
})
