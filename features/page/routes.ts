import { routes } from '../../ui/routes.ts'

export default routes([
  {
    // [S2] `alarm` is 0 when no alarm is meant.
    path: '/monitor/eg/detail/page/{pageId}/{alarm}',
    page: () => import('./page-runtime.tsx'),
    may: 'monitor:view',
    title: { en: 'Configuration page', 'zh-cn': '组态页面' },
    under: '/monitor/eg/list',
  },
  {
    path: '/manage/eg/equipment/edit/{id}/page',
    page: () => import('./page-pages.tsx'),
    may: 'equipment:view',
    title: { en: 'Configuration pages', 'zh-cn': '组态页面' },
    under: '/manage/eg/equipment/list',
  },
])
