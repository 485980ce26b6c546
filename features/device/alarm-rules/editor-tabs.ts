import type { EditorTab } from '../open/equipment-editor-tab.ts'

export default [
  {
    part: 'alarm',
    place: 50,
    label: { en: 'Alarm rules', 'zh-cn': '报警规则' },
    count: (info) => info.alarmRuleCount,
  },
] satisfies EditorTab[]
