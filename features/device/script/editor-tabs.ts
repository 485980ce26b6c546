import type { EditorTab } from '../open/equipment-editor-tab.ts'

export default [{ part: 'script', place: 60, label: { en: 'Scripts', 'zh-cn': '脚本' } }] satisfies EditorTab[]
