import { words } from '../../../ui/words.ts'

export const purchaseText = words('purchase', {
  en: {
    orders: 'Orders',
    noOrders: 'Billing is not enabled on this platform.',
    invoices: 'Invoices',
    noInvoices: 'Billing is not enabled on this platform.',
  },
  'zh-cn': {
    orders: '我的订单',
    noOrders: '本平台未开通购买服务，没有订单。',
    invoices: '我的发票',
    noInvoices: '本平台未开通购买服务，没有发票。',
  },
})
