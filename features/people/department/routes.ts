import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/orgal/dept',
    may: 'role:view',
    page: () => import('./part-departments.tsx'),
    title: { en: 'Departments', 'zh-cn': '部门管理' },
    menu: { icon: 'department', label: { en: 'Departments', 'zh-cn': '部门管理' } },
  },
])
