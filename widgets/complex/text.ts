import { words } from '../../ui/words.ts'

export const sectionText = words('widgets-section', {
  en: { running: 'Running', idle: 'Idle', debug: 'Debugging' },
  'zh-cn': { running: '运行', idle: '空闲', debug: '调试' },
})
