// Live video of a camera, or a recording: HLS, FLV or a file. [S3 Video]
import { useState } from 'react'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { choiceField, flagField, numberField, textField, type ValuesOf, wordsField } from '../fields.ts'
import { Camera } from '../video/camera.tsx'
import { Player, Wait } from '../video/player.tsx'
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
  serialNumber: textField('', {
    section: 'content',
    when: ofEzviz,
    label: { en: 'Serial number', 'zh-cn': 'SN' },
  }),
  channelNumber: numberField(1, {
    section: 'content',
    when: ofEzviz,
    label: { en: 'Channel', 'zh-cn': '通道号' },
    ...{ min: 1, max: 999 },
  }),
  quality: choiceField('high', {
    section: 'content',
    when: ofEzviz,
    label: { en: 'Quality', 'zh-cn': '清晰度' },
    options: [
      { value: 'high', label: { en: 'High', 'zh-cn': '高清' } },
      { value: 'smooth', label: { en: 'Smooth', 'zh-cn': '流畅' } },
    ],
  }),
  hls: textField('', { section: 'content', when: ofEzviz, label: { en: 'Reserve, HLS', 'zh-cn': '备用 HLS 地址' } }),
  flv: textField('', { section: 'content', when: ofEzviz, label: { en: 'Reserve, FLV', 'zh-cn': '备用 FLV 地址' } }),
  /** Stored for other players: browsers do not play RTMP, see `noRtmp`. */
  rtmp: textField('', {
    ...{ section: 'content', when: ofEzviz },
    label: { en: 'Reserve, RTMP (not played by browsers)', 'zh-cn': '备用 RTMP 地址（浏览器不播放）' },
  }),
  /** For a video platform at the plant: the field is stored, but not used by Gatehouse. */
  cameraIndexCode: textField('', {
    ...{ section: 'content', when: ofEzviz },
    label: { en: 'Camera index code (stored only)', 'zh-cn': '监控点编号（仅保存）' },
  }),
  text: wordsField('', { section: 'content', label: { en: 'Alternative text', 'zh-cn': '替代文字' } }),
  PanTilt: flagField(false, {
    section: 'behaviour',
    when: ofEzviz,
    label: { en: 'Pan and tilt', 'zh-cn': '云台控制' },
  }),
  talk: flagField(false, {
    section: 'behaviour',
    when: ofEzviz,
    label: { en: 'Talk', 'zh-cn': '语音喊话' },
  }),
  auto: flagField(true, { section: 'behaviour', label: { en: 'Autoplay', 'zh-cn': '自动播放' } }),
  loop: flagField(false, { section: 'behaviour', label: { en: 'Again from the start', 'zh-cn': '循环播放' } }),
}

type Of = ValuesOf<typeof data>
type Look = ValuesOf<typeof style>

/** RTMP is last: if there is no other stream, a notice explains that browsers do not play it. */
export const reserveOf = ({ hls, flv, rtmp }: Pick<Of, 'hls' | 'flv' | 'rtmp'>): string =>
  hls.trim() || flv.trim() || rtmp.trim()

function Film({ stream, of, look }: { stream: Stream; of: Of; look: Look }) {
  const [isWanted, setWanted] = useState(of.auto)
  if (!isWanted) return <Wait onPlay={() => setWanted(true)} />
  return <Player stream={stream} look={look} label={of.text} loop={of.loop} />
}

type Drawing = { of: Of; look: Look } & Pick<DrawProps, 'id' | 'host' | 'mode'>

function Opened({ id, of, look, host, mode }: Drawing) {
  const t = useText(videoText)
  const serial = of.type === 'ezviz' ? of.serialNumber.trim().toUpperCase() : ''
  const address = of.type === 'online' ? of.online : reserveOf(of)
  if (mode !== 'run')
    return <WidgetNote>{serial ? t('camera', { serial, channel: of.channelNumber }) : address || missing()}</WidgetNote>
  if (serial === '' && address.trim() === '') return <WidgetNote>{missing()}</WidgetNote>
  if (host.isPast) return <WidgetNote>{t('onlyNow')}</WidgetNote>
  if (serial) return <Camera host={host} widgetId={id} of={of} look={look} reserve={address} />
  const stream = streamAt(address, globalThis.location?.href ?? 'https://none.invalid')
  if (typeof stream === 'string') return <WidgetNote isFault={stream !== 'noAddress'}>{t(stream)}</WidgetNote>
  return <Film key={stream.url} stream={stream} of={of} look={look} />

  function missing(): string {
    return t(of.type === 'ezviz' ? 'noSerial' : 'noAddress')
  }
}

export default widget({
  family: 'complex',
  word: 'Video',
  name: { en: 'Video', 'zh-cn': '视频' },
  size: { width: 400, height: 225 },
  style,
  data,
  mark: 'outline',
  Draw: ({ id, style: look, data: of, mode, host }) => (
    <section className="video">
      <Opened id={id} of={of} look={look} mode={mode} host={host} />
    </section>
  ),
})
