import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  order: -2,
  userMenu: [
    {
      key: 'security',
      label: { en: 'Account security', 'zh-cn': '账号安全' },
      icon: 'lock',
      may: 'signedIn',
      to: '/account/security/sms',
    },
  ],
})
