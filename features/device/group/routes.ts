import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/group',
    may: 'equipment:view',
    page: () => import('./page-group.tsx'),
    title: { en: 'Groups', 'zh-cn': '分组管理' },
    menu: { icon: 'folder', label: { en: 'Groups', 'zh-cn': '分组管理' } },
  },
])
