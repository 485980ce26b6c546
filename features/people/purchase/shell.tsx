import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  userMenu: [
    {
      key: 'order',
      label: { en: 'Orders', 'zh-cn': '我的订单' },
      icon: 'order',
      may: 'signedIn',
      to: '/account/order',
    },
    {
      key: 'invoice',
      label: { en: 'Invoices', 'zh-cn': '我的发票' },
      icon: 'report',
      may: 'signedIn',
      to: '/account/invoice',
    },
  ],
})
