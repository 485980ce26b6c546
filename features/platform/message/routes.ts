import { type PageRoute, routes } from '../../../ui/routes.ts'

const title = { en: 'Messages', 'zh-cn': '消息' }
const list = () => import('./page-message.tsx')
const detail = () => import('./page-message-detail.tsx')
const may: PageRoute['may'] = 'signedIn'

export default routes([
  { path: '/msg/messageAll', may, page: list, title },
  { path: '/msg/messageReaden', may, page: list, title },
  { path: '/msg/messageUnReaden', may, page: list, title },
  { path: '/msg/detail/{menuType}/{msgType}/{equipType}/{dataId}', may, page: detail, title },
  // Dialogs open this route. [S2]
  { path: '/msg/detail/all/expire/api/{dataId}', may, page: detail, title },
  { path: '/msg/detail/all/expire/project/{dataId}', may, page: detail, title },
  { path: '/msg/detail/all/expire/card/{dataId}', may, page: detail, title },
  { path: '/msg/detail/all/notice/public/{dataId}', may, page: detail, title },
])
