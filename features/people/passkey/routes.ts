import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/account/security/passkey',
    may: 'signedIn',
    page: () => import('./page-passkey.tsx'),
    title: { en: 'Passkeys', 'zh-cn': '通行密钥' },
  },
])
