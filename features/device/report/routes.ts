import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../open/equipment-editor-tab.ts'

// [S2] /manage/eg/equipment/edit/{id}/report, /manage/eg/template/edit/{id}/report
export default routes(
  editorRoutes('report', { page: () => import('./page.tsx'), title: { en: 'History reports', 'zh-cn': '历史报表' } }),
)
