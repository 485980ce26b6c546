import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../equipment/part-editor-tab.ts'

// [S2] /manage/eg/equipment/edit/{id}/driver, /manage/eg/template/edit/{id}/driver
export default routes(
  editorRoutes('driver', { page: () => import('./page.tsx'), title: { en: 'Drivers', 'zh-cn': '驱动' } }),
)
