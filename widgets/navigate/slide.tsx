// Pictures in turn. They pause while the pointer or the focus is on them, and do not change with reduced motion. [S3
// Slide]
import { useEffect, useMemo, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { choiceField, clickField, flagField, imageField, listField, numberField, type ValuesOf } from '../fields.ts'
import { type Click, clickOf } from '../host/click-event.ts'
import { slideText } from '../slide/text.ts'
import { type DrawProps, widget } from '../widget.ts'
import '../aged.css'
import './slide.css'

const picture = {
  imgUrl: imageField({ label: { en: 'Picture', 'zh-cn': '图片' } }),
  clickEvent: clickField({ label: { en: 'Click', 'zh-cn': '点击事件' } }),
}

const data = {
  picArray: listField(picture, { section: 'content', most: 50, label: { en: 'Pictures', 'zh-cn': '图片列表' } }),
  slideType: choiceField('x', {
    section: 'behaviour',
    label: { en: 'Slides', 'zh-cn': '切换方向' },
    options: [
      { value: 'x', label: { en: 'Sideways', 'zh-cn': '横向' } },
      { value: 'y', label: { en: 'Upwards', 'zh-cn': '纵向' } },
    ],
  }),
  slideAuto: flagField(true, { section: 'behaviour', label: { en: 'By itself', 'zh-cn': '自动切换' } }),
  time: numberField(5, {
    ...{ section: 'behaviour', min: 1, max: 3600, unit: 's', when: { field: 'slideAuto', is: [true] } },
    label: { en: 'Each for', 'zh-cn': '切换间隔' },
  }),
  indicator: flagField(true, { section: 'behaviour', label: { en: 'Dots', 'zh-cn': '指示点' } }),
}
type Data = ValuesOf<typeof data>
type Picture = { imgUrl: string; click: Click | undefined }

/** The entries that have a picture, with their click actions. */
export const picturesOf = ({ picArray }: Pick<Data, 'picArray'>): Picture[] =>
  picArray
    .filter(({ imgUrl }) => imgUrl !== '')
    .map(({ imgUrl, clickEvent }) => ({ imgUrl, click: clickOf(clickEvent) }))

export const turned = (at: number, by: number, count: number): number => (at + by + count) % count

const wantsStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

function Picture({ of: { imgUrl, click }, words, host }: { of: Picture; words: string } & Pick<DrawProps, 'host'>) {
  const t = useText(slideText)
  const [isGone, setGone] = useState(false)
  const image = isGone ? (
    <WidgetNote isFault>{t('gone')}</WidgetNote>
  ) : (
    <img src={imgUrl} alt={words} draggable={false} onError={() => setGone(true)} />
  )
  if (!click) return image
  return (
    <button type="button" className="slide-picture" onClick={() => host.act(click)}>
      {image}
    </button>
  )
}

function Slides({
  pictures,
  data: of,
  mode,
  host,
}: { pictures: readonly Picture[]; data: Data } & Pick<DrawProps, 'mode' | 'host'>) {
  const t = useText(slideText)
  const count = pictures.length
  const [asked, setAt] = useState(0)
  const at = Math.min(asked, count - 1)
  const [isHeld, setHeld] = useState(false)
  const isTurning = mode === 'run' && of.slideAuto && count > 1 && !isHeld
  useEffect(() => {
    if (!isTurning) return undefined
    const timer = setInterval(() => {
      if (!document.hidden && !wantsStill()) setAt(turned(at, 1, count))
    }, of.time * 1000)
    return () => clearInterval(timer)
  }, [isTurning, of.time, count, at])
  const words = (place: number) => t('picture', { place: place + 1, count })
  return (
    <section
      className="slide aged"
      aria-label={t('pictures')}
      inert={mode !== 'run'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div
        className="slide-track"
        style={{ translate: of.slideType === 'x' ? `${-100 * at}%` : `0 ${-100 * at}%` }}
        data-way={of.slideType}
      >
        {pictures.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be repeated
          <div key={place} className="slide-place" inert={place !== at} aria-hidden={place !== at}>
            <Picture of={each} words={words(place)} host={host} />
          </div>
        ))}
      </div>
      {count > 1 && (
        <>
          <Turn icon="left" label={t('before')} onPress={() => setAt(turned(at, -1, count))} />
          <Turn icon="right" label={t('next')} onPress={() => setAt(turned(at, 1, count))} />
        </>
      )}
      {count > 1 && of.indicator && (
        <div className="slide-dots">
          {pictures.map((_, place) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: dots have only an index
              key={place}
              type="button"
              aria-label={words(place)}
              aria-current={place === at}
              onClick={() => setAt(place)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

const Turn = ({ icon, label, onPress }: { icon: 'left' | 'right'; label: string; onPress: () => void }) => (
  <button type="button" className={`slide-turn slide-${icon}`} aria-label={label} onClick={onPress}>
    <Icon name={icon} size={16} />
  </button>
)

export default widget({
  family: 'navigate',
  word: 'Slide',
  name: { en: 'Slide show', 'zh-cn': '轮播图' },
  size: { width: 400, height: 225 },
  data,
  mark: 'outline',
  Draw({ data: of, mode, host }) {
    const t = useText(slideText)
    const pictures = useMemo(() => picturesOf(of), [of])
    if (pictures.length === 0) return <WidgetNote>{t('noPictures')}</WidgetNote>
    return <Slides {...{ pictures, mode, host }} data={of} />
  },
})
