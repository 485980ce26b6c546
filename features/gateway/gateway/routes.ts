import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/eg/gateway',
    may: 'gateway:view',
    page: () => import('./page-gateway.tsx'),
    title: { en: 'Gateways', 'zh-cn': '网关管理' },
    menu: { icon: 'gateway', label: { en: 'Gateways', 'zh-cn': '网关管理' } },
  },
])
