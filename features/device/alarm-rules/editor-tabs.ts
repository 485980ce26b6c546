import type { EditorTab } from '../open/equipment-editor-tab.ts'

export default [
  {
    part: 'alarm',
    place: 50,
    label: { en: 'Alarms', 'zh-cn': '报警' },
    count: (info) => info.alarmRuleCount,
  },
] satisfies EditorTab[]
