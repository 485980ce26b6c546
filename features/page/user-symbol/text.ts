import { words } from '../../../ui/words.ts'

export const userSymbolText = words('userSymbol', {
  en: {
    conflictTitle: 'The symbol was saved by {{author}} meanwhile',
    conflictNote:
      'Version {{version}} is newer than the one that was placed here. Yours takes its place in the library; what was placed of it stays as it is.',
    conflictAct: 'Save as version {{version}}',
  },
  'zh-cn': {
    conflictTitle: '图元已被{{author}}保存',
    conflictNote: '第 {{version}} 版比此处放置的版本更新。您的修改将取代图元库中的该版本，已放置的图元保持不变。',
    conflictAct: '保存为第 {{version}} 版',
  },
})
