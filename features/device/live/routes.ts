import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    // [S2] `alarm` is 0 when opened from the list.
    path: '/monitor/eg/detail/list/{id}/{alarm}',
    page: () => import('./page-detail.tsx'),
    may: 'monitor:view',
    title: { en: 'Device', 'zh-cn': '设备详情' },
    under: '/monitor/eg/list',
  },
])
