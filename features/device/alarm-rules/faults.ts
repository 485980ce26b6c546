// Texts for the faults of an alarm rule. Pure.
import type { Words } from '../../../drivers/driver.ts'
import type { Fault } from '../open/config-fault.ts'

export const reasons = {
  required: { en: 'required', 'zh-cn': '必填' },
  noSuchSignal: { en: 'this variable does not exist', 'zh-cn': '变量不存在' },
  neverRead: { en: '“{name}” is write-only and cannot be read', 'zh-cn': '“{name}”为只写变量，无法读取' },
  neverWritten: { en: '“{name}” is read-only', 'zh-cn': '“{name}”为只读变量' },
  noNumber: { en: '“{name}” is not a number', 'zh-cn': '“{name}”不是数值变量' },
  noState: {
    en: '“{name}” has no states: use a limit or an expression',
    'zh-cn': '“{name}”没有状态值，请使用限值或表达式',
  },
  switchValue: { en: 'a switch is 0 or 1', 'zh-cn': '开关量只能为 0 或 1' },
  wholeValue: { en: 'a whole number', 'zh-cn': '必须为整数' },
  sameSignal: { en: 'the same variable as the longitude', 'zh-cn': '不能与经度变量相同' },
  badMark: { en: '“{name}” is not a variable of this device', 'zh-cn': '“{name}”不是该设备的变量' },
  tooWide: { en: 'the dead band is too wide', 'zh-cn': '回差过大' },
  twice: { en: 'is in the list twice', 'zh-cn': '列表中重复' },
  tooMany: { en: 'at most {name} variables', 'zh-cn': '最多 {name} 个变量' },
  nobody: { en: 'step {name}: choose who', 'zh-cn': '第 {name} 步未选择通知对象' },
  noWay: { en: 'step {name}: choose how', 'zh-cn': '第 {name} 步未选择通知方式' },
  strangers: {
    en: 'step {name}: someone in it cannot see this device',
    'zh-cn': '第 {name} 步中有人无权查看该设备',
  },
} satisfies Record<string, Words>

/** A fault of a field of the draft, such as `condition.limit`. */
export type AlarmFault = { field: string } & Fault

export const bad = (field: string, reason: keyof typeof reasons, name: string | number = ''): AlarmFault => ({
  field,
  error: 'badParameter',
  reason: reasons[reason],
  details: { field, name: String(name) },
})

/** The fault of a required field that is empty. */
export const required = (field: string): AlarmFault => bad(field, 'required')
