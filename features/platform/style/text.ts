import { words } from '../../../ui/words.ts'

export const styleText = words('style', {
  en: {
    missing: 'The platform has no style for your account',
    toDark: 'Dark theme',
    toLight: 'Light theme',
  },
  'zh-cn': {
    missing: '平台未提供您账号的界面风格',
    toDark: '深色主题',
    toLight: '浅色主题',
  },
})
