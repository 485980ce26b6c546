import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../open/equipment-editor-tab.ts'

// [S2] /manage/eg/equipment/edit/{id}/driver, /manage/eg/template/edit/{id}/driver
export default routes(
  editorRoutes('driver', { page: () => import('./page.tsx'), title: { en: 'Drivers', 'zh-cn': '驱动' } }),
)
