import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/template/rollout/add/{id}',
    may: 'equipment:edit',
    page: () => import('./page-start.tsx'),
    title: { en: 'Roll out to devices', 'zh-cn': '下发到设备' },
    under: '/manage/eg/template/list',
  },
  {
    path: '/manage/eg/template/rollout/{id}',
    may: 'equipment:view',
    page: () => import('./page-rollout.tsx'),
    title: { en: 'Rollout', 'zh-cn': '批量下发' },
    under: '/manage/eg/template/list',
  },
])
