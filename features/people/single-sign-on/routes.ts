import { routes } from '../../../ui/routes.ts'

const title = { en: 'Single sign-on', 'zh-cn': '单点登录' }

export default routes([
  { path: '/sso', may: 'public', page: () => import('./page-company.tsx'), title },
  { path: '/sso/{slug}', may: 'public', page: () => import('./page-leave.tsx'), title },
  { path: '/sso/{slug}/confirm', may: 'public', page: () => import('./page-leave.tsx'), title },
  { path: '/sso/{slug}/callback', may: 'public', page: () => import('./page-return.tsx'), title },
  {
    path: '/manage/system/sign-on',
    may: 'signOn:view',
    isForAdmin: true,
    page: () => import('./page-sign-on.tsx'),
    title,
    menu: { icon: 'key', label: title },
  },
])
