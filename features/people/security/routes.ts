import { type PageRoute, routes } from '../../../ui/routes.ts'

const title = { en: 'Account security', 'zh-cn': '账号安全' }
const security = () => import('./page-security.tsx')
const verify = () => import('./page-verify.tsx')
const ways = () => import('./page-ways.tsx')
const address = () => import('./page-address.tsx')
const may: PageRoute['may'] = 'signedIn'

export default routes([
  { path: '/account/security/sms', may, page: security, title },
  { path: '/account/security/nosms', may, page: security, title },
  { path: '/account/security/sms/setup/validate/tel/{type}', may, page: verify, title },
  { path: '/account/security/sms/setup/validate/email', may, page: verify, title },
  { path: '/account/security/sms/setup/validate/question', may, page: verify, title },
  { path: '/account/security/sms/setup/validate/password', may, page: verify, title },
  // The page is shown without the shell, because an account that must choose a password can do nothing else yet.
  {
    path: '/account/security/sms/setup/password',
    may,
    page: () => import('./page-password.tsx'),
    title,
    frame: 'window',
  },
  { path: '/account/security/sms/setup/tel/validate', may, page: ways, title },
  { path: '/account/security/sms/setup/tel', may, page: address, title },
  { path: '/account/security/sms/setup/email/validate', may, page: ways, title },
  { path: '/account/security/sms/setup/email', may, page: address, title },
  { path: '/account/security/sms/setup/question/validate', may, page: ways, title },
  { path: '/account/security/sms/setup/question', may, page: () => import('./page-questions.tsx'), title },
  { path: '/account/security/sms/setup/success/{type}', may, page: () => import('./page-success.tsx'), title },
])
