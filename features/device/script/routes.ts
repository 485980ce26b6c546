import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../open/equipment-editor-tab.ts'

// [S2] /manage/eg/equipment/edit/{id}/script, /manage/eg/template/edit/{id}/script
export default routes(
  editorRoutes('script', { page: () => import('./page.tsx'), title: { en: 'Scripts', 'zh-cn': '脚本' } }),
)
