import { routes } from '../../../ui/routes.ts'

const list = '/manage/eg/equipment/list'

export default routes([
  {
    path: list,
    may: 'equipment:view',
    page: () => import('./page-list.tsx'),
    title: { en: 'Device management', 'zh-cn': '设备管理' },
    menu: { icon: 'deviceEdit', label: { en: 'Device management', 'zh-cn': '设备管理' } },
  },
  {
    path: '/manage/eg/equipment/add',
    may: 'equipment:add',
    page: () => import('./page-add.tsx'),
    title: { en: 'Add device', 'zh-cn': '新增设备' },
    under: list,
  },
  {
    path: '/manage/eg/equipment/edit/{id}/info',
    may: 'equipment:view',
    page: () => import('./page-info.tsx'),
    title: { en: 'Device information', 'zh-cn': '设备基本信息' },
    under: list,
  },
])
