import type { EditorTab } from '../../device/open/equipment-editor-tab.ts'

export default [
  { part: 'page', place: 60, label: { en: 'Configuration pages', 'zh-cn': '组态页面' } },
] satisfies EditorTab[]
