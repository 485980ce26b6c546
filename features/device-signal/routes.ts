import { routes } from '../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/equipment/edit/{id}/signal',
    may: 'equipment:view',
    page: () => import('./page.tsx'),
    title: { en: 'Variables', 'zh-cn': '变量' },
    under: '/manage/eg/equipment/list',
  },
])
