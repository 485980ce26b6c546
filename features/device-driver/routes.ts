import { routes } from '../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/equipment/edit/{id}/driver',
    may: 'equipment:view',
    page: () => import('./page.tsx'),
    title: { en: 'Drivers', 'zh-cn': '驱动' },
    under: '/manage/eg/equipment/list',
  },
])
