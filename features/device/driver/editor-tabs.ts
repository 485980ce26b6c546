import type { EditorTab } from '../open/equipment-editor-tab.ts'

export default [
  { part: 'driver', place: 20, label: { en: 'Drivers', 'zh-cn': '驱动' }, count: (info) => info.driverCount },
] satisfies EditorTab[]
