import { routes } from '../../../ui/routes.ts'

const internal = { en: 'Internal accounts', 'zh-cn': '内部账号' }
const external = { en: 'External accounts', 'zh-cn': '外部账号' }
const staff = { en: 'Operation accounts', 'zh-cn': '运营账号' }

export default routes([
  {
    path: '/manage/account/int',
    may: 'account:view',
    page: () => import('./page-int.tsx'),
    title: internal,
    menu: { icon: 'people', label: internal },
  },
  {
    path: '/manage/account/ext',
    may: 'external:view',
    page: () => import('./page-ext.tsx'),
    title: external,
    menu: { icon: 'external', label: external },
  },
  {
    path: '/manage/account/op',
    may: 'staff:view',
    isForAdmin: true,
    page: () => import('./page-op.tsx'),
    title: staff,
    menu: { icon: 'person', label: staff },
  },
])
