import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/account/config',
    may: 'signedIn',
    page: () => import('./page-user-config.tsx'),
    title: { en: 'System settings', 'zh-cn': '系统设置' },
  },
])
