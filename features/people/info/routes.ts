import { type PageRoute, routes } from '../../../ui/routes.ts'

const title = { en: 'Basic information', 'zh-cn': '基本信息' }
const page = () => import('./page-info.tsx')
const may: PageRoute['may'] = 'signedIn'

export default routes([
  { path: '/account/info/sms', may, page, title },
  { path: '/account/info/nosms', may, page, title },
])
