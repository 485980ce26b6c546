import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/account/security/sessions',
    may: 'signedIn',
    page: () => import('./page-session.tsx'),
    title: { en: 'Sessions', 'zh-cn': '登录会话' },
  },
])
