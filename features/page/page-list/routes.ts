import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../../device/open/equipment-editor-tab.ts'

export default routes([
  // [S2] /manage/eg/equipment/edit/{id}/page, /manage/eg/template/edit/{id}/page
  ...editorRoutes('page', {
    page: () => import('./page-pages.tsx'),
    title: { en: 'Configuration pages', 'zh-cn': '组态页面' },
  }),
])
