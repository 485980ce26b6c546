import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/account/security/second-factor',
    may: 'signedIn',
    page: () => import('./page-second-factor.tsx'),
    title: { en: 'Two-step sign-in', 'zh-cn': '两步登录' },
  },
])
