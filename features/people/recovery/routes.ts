import { routes } from '../../../ui/routes.ts'

const title = { en: 'Recover password', 'zh-cn': '找回密码' }
const page = () => import('./page-recovery.tsx')

export default routes([
  { path: '/findpwd/account', may: 'public', page, title },
  { path: '/findpwd/validate', may: 'public', page, title },
  { path: '/findpwd/validate/tel', may: 'public', page, title },
  { path: '/findpwd/validate/email', may: 'public', page, title },
  { path: '/findpwd/validate/question', may: 'public', page, title },
  { path: '/findpwd/password', may: 'public', page, title },
  { path: '/findpwd/finish', may: 'public', page, title },
  { path: '/client/findpwd/account', may: 'public', page, title },
  { path: '/client/findpwd/validate', may: 'public', page, title },
  { path: '/client/findpwd/validate/tel', may: 'public', page, title },
  { path: '/client/findpwd/validate/email', may: 'public', page, title },
  { path: '/client/findpwd/validate/question', may: 'public', page, title },
  { path: '/client/findpwd/password', may: 'public', page, title },
  { path: '/client/findpwd/finish', may: 'public', page, title },
])
