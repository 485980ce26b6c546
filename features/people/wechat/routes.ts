import { routes } from '../../../ui/routes.ts'

const title = { en: 'WeChat', 'zh-cn': '微信' }

export default routes([
  { path: '/weixin', may: 'public', page: () => import('./page-leave.tsx'), title },
  { path: '/weixin/callback', may: 'public', page: () => import('./page-return.tsx'), title },
  { path: '/weixin/bind', may: 'public', page: () => import('./page-return.tsx'), title },
])
