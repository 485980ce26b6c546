// The entries that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  setTrack: { en: 'Set the source of positions', 'zh-cn': '设置轨迹位置来源' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
