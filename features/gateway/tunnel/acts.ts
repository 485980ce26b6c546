// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  startTunnel: { en: 'Started remote download', 'zh-cn': '开始远程下载' },
  extendTunnel: { en: 'Extended remote download', 'zh-cn': '延长远程下载' },
  endTunnel: { en: 'Remote download ended', 'zh-cn': '远程下载结束' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
