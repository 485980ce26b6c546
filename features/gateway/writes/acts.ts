// The actions of the operation log for writes that gateways made without a command.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  scriptWrote: { en: 'Script wrote', 'zh-cn': '脚本写入' },
  mappingWrote: { en: 'Mapping wrote', 'zh-cn': '数据映射写入' },
  tamperWrote: { en: 'Tamper-proof wrote', 'zh-cn': '防篡改写入' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
