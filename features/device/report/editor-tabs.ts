import type { EditorTab } from '../open/equipment-editor-tab.ts'

export default [
  {
    part: 'report',
    place: 40,
    label: { en: 'History reports', 'zh-cn': '历史报表' },
    count: (info) => info.reportCount,
  },
] satisfies EditorTab[]
