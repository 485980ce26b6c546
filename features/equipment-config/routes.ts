import { routes } from '../../ui/routes.ts'

const under = '/manage/eg/equipment/list'

export default routes([
  {
    path: '/manage/eg/equipment/edit/{id}/driver',
    may: 'equipment:view',
    page: () => import('../device-driver/page.tsx'),
    title: { en: 'Drivers', 'zh-cn': '驱动' },
    under,
  },
  {
    path: '/manage/eg/equipment/edit/{id}/signal',
    may: 'equipment:view',
    page: () => import('../device-signal/page.tsx'),
    title: { en: 'Variables', 'zh-cn': '变量' },
    under,
  },
  {
    path: '/manage/eg/equipment/edit/{id}/report',
    may: 'equipment:view',
    page: () => import('../device-report/page.tsx'),
    title: { en: 'History reports', 'zh-cn': '历史报表' },
    under,
  },
])
