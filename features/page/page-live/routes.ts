import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    // [S2] `alarm` is 0 unless the link is to an alarm.
    path: '/monitor/eg/detail/page/{pageId}/{alarm}',
    page: () => import('./page-runtime.tsx'),
    may: 'monitor:view',
    isLight: true,
    title: { en: 'Configuration page', 'zh-cn': '组态页面' },
    under: '/monitor/eg/list',
  },
])
