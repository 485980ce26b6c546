import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/scene',
    may: 'scene:view',
    page: () => import('./page-scenes.tsx'),
    title: { en: '3D scenes', 'zh-cn': '3D 场景' },
    menu: { icon: 'cube', label: { en: '3D scenes', 'zh-cn': '3D 场景' } },
  },
])
