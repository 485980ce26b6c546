import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../../device/open/equipment-editor-tab.ts'

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
  // [S2] /manage/eg/equipment/edit/{id}/page, /manage/eg/template/edit/{id}/page
  ...editorRoutes('page', {
    page: () => import('../page-list/page-pages.tsx'),
    title: { en: 'Configuration pages', 'zh-cn': '组态页面' },
  }),
])
