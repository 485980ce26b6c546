import { routes } from '../../../ui/routes.ts'

const label = { en: 'History quarantine', 'zh-cn': '历史数据隔离区' }

export default routes([
  {
    path: '/manage/system/history-quarantine',
    may: 'platform:admin',
    isForAdmin: true,
    page: () => import('./page-quarantine.tsx'),
    title: label,
    menu: { icon: 'quarantine', label },
  },
])
