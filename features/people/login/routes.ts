import { routes } from '../../../ui/routes.ts'

const title = { en: 'Sign in', 'zh-cn': '登录' }
const page = () => import('./page-login.tsx')

export default routes([
  { path: '/login', may: 'public', page, title },
  { path: '/login.jsp', may: 'public', page, title },
])
