import { routes } from '../../../ui/routes.ts'

const all = { en: 'User feedback', 'zh-cn': '用户反馈' }

export default routes([
  {
    path: '/account/feedback',
    may: 'signedIn',
    page: () => import('./page-own-feedback.tsx'),
    title: { en: 'Feedback', 'zh-cn': '意见反馈' },
  },
  {
    path: '/manage/system/feedback',
    may: 'feedback:view',
    isForStaff: true,
    page: () => import('./page-feedback.tsx'),
    title: all,
    menu: { icon: 'feedback', label: all },
  },
])
