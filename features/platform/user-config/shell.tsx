import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  userMenu: [
    {
      key: 'config',
      label: { en: 'System settings', 'zh-cn': '系统设置' },
      icon: 'settings',
      may: 'signedIn',
      to: '/account/config',
    },
  ],
})
