import { routes } from '../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/equipment/edit/{id}/report',
    may: 'equipment:view',
    page: () => import('./page.tsx'),
    title: { en: 'History reports', 'zh-cn': '历史报表' },
    under: '/manage/eg/equipment/list',
  },
])
