import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../open/equipment-editor-tab.ts'

// [S2] /manage/eg/equipment/edit/{id}/signal, /manage/eg/template/edit/{id}/signal
export default routes(
  editorRoutes('signal', { page: () => import('./page.tsx'), title: { en: 'Variables', 'zh-cn': '变量' } }),
)
