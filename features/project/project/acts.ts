// The entries that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  copyProject: { en: 'Copied project', 'zh-cn': '复制项目' },
  sortProjects: { en: 'Put projects in order', 'zh-cn': '调整项目顺序' },
  addProjectEquips: { en: 'Added devices to a project', 'zh-cn': '添加项目设备' },
  deleteProjectEquip: { en: 'Took a device out of a project', 'zh-cn': '移除项目设备' },
  updateProjectKey: { en: 'Set the key variable of a device in a project', 'zh-cn': '设置项目设备关键变量' },
} as const satisfies Record<string, Record<Language, string>>

/** Object types of the log entries. */
export const objects = {
  project: { en: 'Project', 'zh-cn': '项目' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
