import { routes } from '../../../ui/routes.ts'
import { editorRoutes } from '../open/equipment-editor-tab.ts'

// [S2] /manage/eg/equipment/edit/{id}/alarm, /manage/eg/template/edit/{id}/alarm
export default routes(
  editorRoutes('alarm', { page: () => import('./page.tsx'), title: { en: 'Alarm rules', 'zh-cn': '报警规则' } }),
)
