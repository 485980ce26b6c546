// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  startRollout: { en: 'Started a rollout', 'zh-cn': '开始批量下发' },
  pauseRollout: { en: 'Paused a rollout', 'zh-cn': '暂停批量下发' },
  resumeRollout: { en: 'Resumed a rollout', 'zh-cn': '继续批量下发' },
  editRollout: { en: 'Changed a rollout', 'zh-cn': '修改批量下发设置' },
  cancelRollout: { en: 'Ended a rollout', 'zh-cn': '结束批量下发' },
  takeBackRollout: { en: 'Rolled back a rollout', 'zh-cn': '回退批量下发' },
  retryRollout: { en: 'Retried a rollout', 'zh-cn': '重试下发' },
  forceRollout: { en: 'Forced a rollout', 'zh-cn': '强制下发' },
  skipRollout: { en: 'Skipped in a rollout', 'zh-cn': '跳过下发' },
  takeBack: { en: 'Rolled back', 'zh-cn': '已回退' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
