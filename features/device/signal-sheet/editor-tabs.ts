import type { EditorTab } from '../open/equipment-editor-tab.ts'

export default [
  { part: 'signal', place: 30, label: { en: 'Variables', 'zh-cn': '变量' }, count: (info) => info.signalCount },
] satisfies EditorTab[]
