import { routes } from '../../../ui/routes.ts'

const label = { en: 'Outgoing messages', 'zh-cn': '消息发送' }

export default routes([
  {
    path: '/manage/system/outbox',
    may: 'outbox:view',
    isForAdmin: true,
    page: () => import('./page-outbox.tsx'),
    title: label,
    menu: { icon: 'outbox', label },
  },
])
