import { routes } from '../../../ui/routes.ts'

const title = { en: 'Help', 'zh-cn': '帮助' }
const page = () => import('./page-help.tsx')

export default routes([
  { path: '/help', may: 'signedIn', page, title },
  { path: '/help/{key}', may: 'signedIn', page, title },
])
