import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/monitor/eg/list',
    page: () => import('./page-list.tsx'),
    may: 'monitor:view',
    menu: {
      icon: 'device',
      label: { en: 'Devices', 'zh-cn': '设备监控' },
      phone: true,
    },
  },
])
