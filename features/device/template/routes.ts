import { routes } from '../../../ui/routes.ts'

const list = '/manage/eg/template/list'

export default routes([
  {
    path: list,
    may: 'template:view',
    page: () => import('./page-list.tsx'),
    title: { en: 'Templates', 'zh-cn': '模板管理' },
    menu: { icon: 'layers', label: { en: 'Templates', 'zh-cn': '模板管理' } },
  },
  {
    path: '/manage/eg/template/add',
    may: 'template:add',
    page: () => import('./page-add.tsx'),
    title: { en: 'Add template', 'zh-cn': '新增模板' },
    under: list,
  },
  {
    path: '/manage/eg/template/edit/{id}/info',
    may: 'template:view',
    page: () => import('./page-info.tsx'),
    title: { en: 'Template information', 'zh-cn': '模板基本信息' },
    under: list,
  },
])
