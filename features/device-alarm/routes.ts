import { routes } from '../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/equipment/edit/{id}/alarm',
    may: 'equipment:view',
    page: () => import('./page.tsx'),
    title: { en: 'Alarms', 'zh-cn': '报警' },
    under: '/manage/eg/equipment/list',
  },
])
