import { routes } from '../../ui/routes.ts'

export default routes([
  {
    path: '/share/{token}',
    may: 'public',
    frame: 'window',
    page: () => import('./page-visit.tsx'),
    title: { en: 'Shared device', 'zh-cn': '分享设备' },
  },
])
