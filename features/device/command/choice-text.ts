import { words } from '../../../ui/words.ts'

export const choiceText = words('command-choice', {
  en: { choose: 'Choose a value', other: 'Another value…' },
  'zh-cn': { choose: '请选择', other: '其他值…' },
})
