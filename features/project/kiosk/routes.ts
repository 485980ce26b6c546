import { routes } from '../../../ui/routes.ts'
import { keepLoading } from './keep-loading.ts'

export default routes([
  {
    path: '/kiosk',
    may: 'public',
    frame: 'window',
    isLight: true,
    page: () => keepLoading(() => import('./page-kiosk.tsx')),
    title: { en: 'Display', 'zh-cn': '大屏' },
  },
])
