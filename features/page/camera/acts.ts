// Actions and objects that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  turnCamera: { en: 'Turned a camera', 'zh-cn': '控制摄像头云台' },
  talkCamera: { en: 'Spoke through a camera', 'zh-cn': '摄像头语音喊话' },
} as const satisfies Record<string, Record<Language, string>>

export const objects = {
  openys: { en: 'Video provider', 'zh-cn': '视频接入参数' },
} as const satisfies Record<string, Record<Language, string>>

/** Names of the fields in the operation log. */
export const fields = {
  appKey: { en: 'AppKey', 'zh-cn': 'AppKey' },
  camera: { en: 'camera', 'zh-cn': '摄像头' },
  channel: { en: 'channel', 'zh-cn': '通道' },
  direction: { en: 'direction', 'zh-cn': '方向' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
