import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/map',
    frame: 'shell',
    may: 'monitor:view',
    page: () => import('./page-map.tsx'),
    title: { en: 'Map', 'zh-cn': '设备地图' },
    menu: { icon: 'map', label: { en: 'Map', 'zh-cn': '设备地图' } },
  },
])
