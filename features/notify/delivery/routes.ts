import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/monitor/alarm/told',
    may: 'alarm:view',
    page: () => import('./page-deliveries.tsx'),
    title: { en: 'Alarm notifications', 'zh-cn': '报警通知记录' },
  },
])
