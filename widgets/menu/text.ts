import { words } from '../../ui/words.ts'

export const menuText = words('widget-menu', {
  en: { menu: 'Menu', noEntries: 'No entries yet' },
  'zh-cn': { menu: '菜单', noEntries: '暂无菜单项' },
})
