import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/orgal/role',
    may: 'role:view',
    page: () => import('./page-role.tsx'),
    title: { en: 'Roles and permissions', 'zh-cn': '角色与权限' },
    menu: { icon: 'role', label: { en: 'Roles', 'zh-cn': '角色与权限' } },
  },
])
