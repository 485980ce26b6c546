import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/monitor/alarm/told',
    may: 'alarm:view',
    page: () => import('./page-deliveries.tsx'),
    title: { en: 'Notifications', 'zh-cn': '通知记录' },
  },
])
