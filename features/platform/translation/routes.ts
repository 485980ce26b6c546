import { routes } from '../../../ui/routes.ts'

const label = { en: 'Translations', 'zh-cn': '名称翻译' }

export default routes([
  {
    path: '/manage/organisation/translation',
    may: 'equipment:edit',
    page: () => import('./page-translation.tsx'),
    title: label,
    menu: { icon: 'translation', label },
  },
])
