import { routes } from '../../../ui/routes.ts'

const label = { en: 'Invitations', 'zh-cn': '邀请记录' }

export default routes([
  {
    path: '/manage/account/enroll',
    may: 'invitation:view',
    page: () => import('./page-invitations.tsx'),
    title: label,
    menu: { icon: 'mail', label },
  },
  {
    path: '/enroll/{code}',
    may: 'public',
    page: () => import('./page-enroll.tsx'),
    title: { en: 'Make an account', 'zh-cn': '创建账号' },
  },
  {
    path: '/register/{roleuuid}',
    may: 'public',
    page: () => import('./page-register.tsx'),
    title: { en: 'Register', 'zh-cn': '注册' },
  },
])
