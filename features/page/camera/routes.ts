import { routes } from '../../../ui/routes.ts'

const label = { en: 'Video provider', 'zh-cn': '视频接入参数' }

export default routes([
  {
    path: '/manage/openys',
    may: 'openys:edit',
    page: () => import('./page-openys.tsx'),
    title: label,
    menu: { icon: 'video', label },
  },
])
