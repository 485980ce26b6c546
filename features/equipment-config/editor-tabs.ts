import type { EditorTab } from '../equipment/part-editor-tab.ts'

export default [
  { part: 'driver', place: 20, label: { en: 'Drivers', 'zh-cn': '驱动' }, count: (info) => info.driverCount },
  { part: 'signal', place: 30, label: { en: 'Variables', 'zh-cn': '变量' }, count: (info) => info.signalCount },
  {
    part: 'report',
    place: 40,
    label: { en: 'History reports', 'zh-cn': '历史报表' },
    count: (info) => info.reportCount,
  },
] satisfies EditorTab[]
