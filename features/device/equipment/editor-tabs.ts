import type { EditorTab } from '../open/equipment-editor-tab.ts'

export default [
  {
    part: 'info',
    place: 10,
    label: { en: 'Device information', 'zh-cn': '基本信息' },
    ofTemplate: { en: 'Template', 'zh-cn': '基本信息' },
  },
] satisfies EditorTab[]
