// How one signs in, and where one is signed in: in the menu of the user.
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
