import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/scene/config/{sceneId}',
    page: () => import('./scene-designer.tsx'),
    may: 'scene:edit',
    frame: 'window',
    title: { en: '3D scene designer', 'zh-cn': '3D 场景设计器' },
    under: '/manage/eg/scene',
  },
])
