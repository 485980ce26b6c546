import { routes } from '../../../ui/routes.ts'

const enterprises = { en: 'Companies', 'zh-cn': '企业账号' }
const own = { en: 'Company data', 'zh-cn': '企业资料' }

export default routes([
  {
    path: '/manage/account/co',
    may: 'enterprise:view',
    isForStaff: true,
    page: () => import('./page-co.tsx'),
    title: enterprises,
    menu: { icon: 'town', label: enterprises },
  },
  {
    path: '/manage/orgal/enterprise',
    may: 'organisation:view',
    page: () => import('./page-enterprise.tsx'),
    title: own,
    menu: { icon: 'building', label: own },
  },
])
