import { words } from '../../ui/words.ts'

export const userConfigText = words('userConfig', {
  en: { title: 'System settings' },
  'zh-cn': { title: '系统设置' },
})
