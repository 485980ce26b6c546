import { words } from '../../../ui/words.ts'

export const actingText = words('acting', {
  en: { organisation: 'Company', guest: 'Guest', own: 'Own company' },
  'zh-cn': { organisation: '企业', guest: '访客', own: '本企业' },
})
