// The person's own lines, in the menu of the user.
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
