import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    // Also for one of its pages: `?page=`.
    path: '/manage/project/{projectId}/move',
    page: () => import('./page-move.tsx'),
    may: 'project:edit',
    title: { en: 'Move to other devices', 'zh-cn': '换绑设备' },
    under: '/manage/eg/project/list',
  },
])
