import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/share/{token}',
    may: 'public',
    frame: 'window',
    isLight: true,
    page: () => import('./page-visit.tsx'),
    title: { en: 'Shared', 'zh-cn': '公开分享' },
  },
])
