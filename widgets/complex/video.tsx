// Pictures of a camera, or a film: HLS, FLV or a file. [S3 Video]
import { useEffect, useRef, useState } from 'react'
import { formatAge } from '../../ui/format.ts'
import { useLanguage } from '../../ui/language.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { choiceField, flagField, textField, type ValuesOf, wordsField } from '../fields.ts'
import { useRefused } from '../frame/use-refused.ts'
import { type Playing, play } from '../video/play.ts'
import { type Stream, streamAt } from '../video/rules.ts'
import { videoText } from '../video/text.ts'
import { type DrawProps, widget } from '../widget.ts'
import './video.css'

const ofEzviz = { field: 'type', is: ['ezviz'] }
const ofOnline = { field: 'type', is: ['online'] }

const style = {
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
}

const data = {
  type: choiceField('ezviz', {
    section: 'content',
    label: { en: 'Provider', 'zh-cn': '视频来源' },
    options: [
      { value: 'ezviz', label: { en: 'EZVIZ camera', 'zh-cn': '萤石云摄像头' } },
      { value: 'online', label: { en: 'Address', 'zh-cn': '在线地址' } },
    ],
  }),
  online: textField('', { section: 'content', when: ofOnline, label: { en: 'Address', 'zh-cn': '在线地址' } }),
  hls: textField('', { section: 'content', when: ofEzviz, label: { en: 'HLS address', 'zh-cn': 'HLS 地址' } }),
  flv: textField('', { section: 'content', when: ofEzviz, label: { en: 'FLV address', 'zh-cn': 'FLV 地址' } }),
  text: wordsField('', { section: 'content', label: { en: 'Text for who cannot see it', 'zh-cn': '替代文字' } }),
  auto: flagField(true, { section: 'behaviour', label: { en: 'Plays by itself', 'zh-cn': '自动播放' } }),
  loop: flagField(false, { section: 'behaviour', label: { en: 'Again from the start', 'zh-cn': '循环播放' } }),
}

type Of = ValuesOf<typeof data>

const addressOf = ({ type, online, hls, flv }: Of): string => (type === 'online' ? online : hls.trim() || flv)

/** What stands over the picture while it is none of now. */
function State({ playing: { motion, movedAt } }: { playing: Playing }) {
  const t = useText(videoText)
  const language = useLanguage()
  useNow()
  if (motion === 'opening') return <p className="video-state">{t('opening')}</p>
  if (motion !== 'still' && motion !== 'lost') return null
  const age = formatAge(Date.now() - movedAt, language)
  return (
    <p className="widget-old" role="alert">
      {t(motion, { age })}
    </p>
  )
}

function Player({ stream, of, look }: { stream: Stream; of: Of; look: ValuesOf<typeof style> }) {
  const t = useText(videoText)
  const [isWanted, setIsWanted] = useState(of.auto)
  const [playing, setPlaying] = useState<Playing>({ motion: 'opening', movedAt: 0 })
  const ref = useRef<HTMLVideoElement>(null)
  const { url, kind } = stream
  const site = new URL(url).origin
  const isRefused = useRefused(isWanted ? site : '', ['media-src', 'connect-src'])
  useEffect(() => {
    if (!ref.current || !isWanted || isRefused) return undefined
    setPlaying({ motion: 'opening', movedAt: Date.now() })
    return play(ref.current, { url, kind }, setPlaying)
  }, [url, kind, isWanted, isRefused])
  if (isRefused) return <WidgetNote isFault>{t('notAllowed', { site })}</WidgetNote>
  if (!isWanted)
    return (
      <div className="video-wait">
        <PlainAct icon="play" onClick={() => setIsWanted(true)}>
          {t('play')}
        </PlainAct>
      </div>
    )
  const isOld = playing.motion === 'still' || playing.motion === 'lost'
  return (
    <>
      <video
        ref={ref}
        data-old={isOld ? '' : undefined}
        style={{ objectFit: look.fit, scale: `${look.flipX ? -1 : 1} ${look.flipY ? -1 : 1}` }}
        aria-label={of.text || t('atRun')}
        muted
        playsInline
        controls
        loop={of.loop}
        crossOrigin="anonymous"
      />
      <State playing={playing} />
    </>
  )
}

function Opened({ of, look, host, mode }: { of: Of; look: ValuesOf<typeof style> } & Pick<DrawProps, 'host' | 'mode'>) {
  const t = useText(videoText)
  const address = addressOf(of)
  if (mode !== 'run') return <WidgetNote>{address || t('noAddress')}</WidgetNote>
  if (of.type === 'ezviz' && address.trim() === '') return <WidgetNote>{t('noEzviz')}</WidgetNote>
  if (host.isPast) return <WidgetNote>{t('onlyNow')}</WidgetNote>
  const stream = streamAt(address, globalThis.location?.href ?? 'https://none.invalid')
  if (typeof stream === 'string') return <WidgetNote isFault={stream !== 'noAddress'}>{t(stream)}</WidgetNote>
  return <Player key={stream.url} stream={stream} of={of} look={look} />
}

export default widget({
  family: 'complex',
  word: 'Video',
  name: { en: 'Video', 'zh-cn': '视频' },
  size: { width: 400, height: 225 },
  style,
  data,
  mark: 'outline',
  Draw: ({ style: look, data: of, mode, host }) => (
    <section className="video">
      <Opened of={of} look={look} mode={mode} host={host} />
    </section>
  ),
})
