import { routes } from '../../../ui/routes.ts'

export default routes([
  {
    path: '/manage/system/hardware',
    may: 'firmware:view',
    isForStaff: true,
    page: () => import('./page-firmware.tsx'),
    menu: { icon: 'firmware', label: { en: 'Gateway firmware', 'zh-cn': '网关固件' } },
  },
])
