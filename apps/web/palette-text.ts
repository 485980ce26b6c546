import { words } from '../../ui/words.ts'

export const paletteText = words('web-palette', {
  en: { more: 'Show more ({{count}})', language: 'Language: {{name}}' },
  'zh-cn': { more: '显示更多（{{count}}）', language: '语言：{{name}}' },
})
