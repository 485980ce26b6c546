// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  bindTemplate: { en: 'Bound a template', 'zh-cn': '绑定模板' },
  unbindTemplate: { en: 'Unbound a template', 'zh-cn': '解绑模板' },
  applyTemplate: { en: 'Synchronised with the template', 'zh-cn': '与模板同步' },
  saveTemplateOwn: { en: "Changed the device's own fields", 'zh-cn': '修改设备自有参数' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
