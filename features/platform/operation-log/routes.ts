import { routes } from '../../../ui/routes.ts'

const label = { en: 'Operation log', 'zh-cn': '操作日志' }

export default routes([
  {
    path: '/manage/orgal/log',
    may: 'log:view',
    page: () => import('./page-log.tsx'),
    title: label,
    menu: { icon: 'log', label },
  },
  {
    path: '/account/log',
    may: 'signedIn',
    page: () => import('./page-own-log.tsx'),
    title: { en: 'My operation log', 'zh-cn': '我的操作日志' },
  },
])
