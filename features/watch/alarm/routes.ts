import { routes } from '../../../ui/routes.ts'

const label = { en: 'Alarms', 'zh-cn': '报警' }

export default routes([
  {
    path: '/monitor/alarm',
    may: 'alarm:view',
    page: () => import('./page-alarm.tsx'),
    title: label,
    menu: { icon: 'alarm', label, phone: true },
  },
])
