// The link to the user's own log, in the user menu.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  userMenu: [
    {
      key: 'ownLog',
      label: { en: 'My operation log', 'zh-cn': '我的操作日志' },
      icon: 'log',
      may: 'signedIn',
      to: '/account/log',
    },
  ],
})
