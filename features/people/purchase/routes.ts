import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/account/order',
    may: 'signedIn',
    page: () => import('./page-order.tsx'),
    title: { en: 'Orders', 'zh-cn': '我的订单' },
  },
  {
    path: '/account/invoice',
    may: 'signedIn',
    page: () => import('./page-invoice.tsx'),
    title: { en: 'Invoices', 'zh-cn': '我的发票' },
  },
])
