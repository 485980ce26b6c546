// Menu entries of the user for ways to sign in and open sessions.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  userMenu: [
    {
      key: 'sessions',
      label: { en: 'Sign-in and sessions', 'zh-cn': '登录管理' },
      icon: 'lock',
      may: 'signedIn',
      to: '/account/security/sessions',
    },
  ],
})
