import type { EditorTab } from '../equipment/part-editor-tab.ts'

export default [
  { part: 'signal', place: 30, label: { en: 'Variables', 'zh-cn': '变量' }, count: (info) => info.signalCount },
] satisfies EditorTab[]
