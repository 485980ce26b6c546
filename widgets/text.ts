import { words } from '../ui/words.ts'

export const widgetText = words('widgets', {
  en: { broken: 'Widget “{{name}}” cannot be drawn' },
  'zh-cn': { broken: '组件“{{name}}”无法显示' },
})
