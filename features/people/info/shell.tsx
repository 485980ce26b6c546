import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  order: -1,
  userMenu: [
    {
      key: 'info',
      label: { en: 'Basic information', 'zh-cn': '基本信息' },
      icon: 'person',
      may: 'signedIn',
      to: '/account/info/sms',
    },
  ],
})
