import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    // Also opened for one page of the project, by `?page=`.
    path: '/manage/project/{projectId}/move',
    page: () => import('./page-move.tsx'),
    may: 'project:edit',
    title: { en: 'Move to other devices', 'zh-cn': '换绑设备' },
    under: '/manage/eg/project/list',
  },
])
