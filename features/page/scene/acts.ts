// Actions and objects that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  saveScene: { en: 'Saved what a 3D scene shows', 'zh-cn': '保存 3D 场景组态' },
  restoreScene: { en: 'Restored a version of a 3D scene', 'zh-cn': '恢复 3D 场景版本' },
} as const satisfies Record<string, Record<Language, string>>

/** The kinds of objects in the log entries of this room. */
export const objects = {
  scene: { en: '3D scene', 'zh-cn': '3D 场景' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
