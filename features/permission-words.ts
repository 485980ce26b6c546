// What keys, columns and ranges are called, where rights are told in words: on pages, in refusals, in the log.
import type { Language } from '../contract/errors.ts'
import type { DataRange, Permission, PermissionColumn } from '../contract/permissions.ts'
import { placeOf } from './permissions.ts'

type Words = Readonly<Record<Language, string>>

export const columnWords: Readonly<Record<PermissionColumn, Words>> = {
  view: { en: 'View', 'zh-cn': '查看' },
  add: { en: 'Add', 'zh-cn': '新建' },
  edit: { en: 'Edit', 'zh-cn': '修改' },
  delete: { en: 'Delete', 'zh-cn': '删除' },
  export: { en: 'Export', 'zh-cn': '导出' },
}

export const rangeWords: Readonly<Record<DataRange, Words>> = {
  all: { en: 'All devices of the company', 'zh-cn': '全企业设备' },
  department: { en: 'Devices made by the department and those below', 'zh-cn': '本部门及下级创建的设备' },
  own: { en: 'Devices made by the member', 'zh-cn': '本人创建的设备' },
  granted: { en: 'Authorised devices only', 'zh-cn': '仅授权设备' },
}

/** What a key lets do, without its page: `Edit`, `Write values`. */
export function keyWord(key: Permission, language: Language): string {
  const as = placeOf(key)?.as
  if (as === undefined) return key
  return typeof as === 'string' ? columnWords[as][language] : as[language]
}
