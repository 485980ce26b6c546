import { routes } from '../../../ui/routes.ts'

const list = { en: 'API list', 'zh-cn': 'API 列表' }

export default routes([
  {
    path: '/manage/api/list',
    may: 'api:view',
    page: () => import('./page-api-list.tsx'),
    title: list,
    menu: { icon: 'api', label: list },
  },
  {
    path: '/account/security/keys',
    may: 'signedIn',
    page: () => import('./page-api-key.tsx'),
    title: { en: 'API keys', 'zh-cn': 'API 密钥' },
  },
])
