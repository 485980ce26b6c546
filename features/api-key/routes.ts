import { routes } from '../../ui/routes.ts'

export default routes([
  {
    path: '/account/security/keys',
    may: 'signedIn',
    page: () => import('./page-api-key.tsx'),
    title: { en: 'API keys', 'zh-cn': 'API 密钥' },
  },
])
