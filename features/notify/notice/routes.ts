import { routes } from '../../../ui/routes.ts'

const label = { en: 'Announcements', 'zh-cn': '系统公告' }

export default routes([
  {
    path: '/manage/system/msg',
    may: 'notice:view',
    isForStaff: true,
    page: () => import('./page-notices.tsx'),
    menu: { icon: 'announcement', label },
  },
  {
    // The page is open without login. [S2]
    path: '/system/msg/detail/{dataId}/{msgType}',
    may: 'public',
    page: () => import('./page-notice.tsx'),
    title: { en: 'Announcement', 'zh-cn': '系统公告' },
  },
])
