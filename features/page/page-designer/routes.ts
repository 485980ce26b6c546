import { routes } from '../../../ui/routes.ts'

const page = () => {
  // Loads in parallel with the page's code; a failure is reported when the widgets are needed.
  import('./all-types.ts').then(({ loadAll }) => loadAll()).catch(() => undefined)
  return import('./page-designer.tsx')
}
const drawn = {
  page,
  may: 'page:edit',
  frame: 'window',
  title: { en: 'Page designer', 'zh-cn': '页面设计器' },
} as const

export default routes([
  { ...drawn, path: '/manage/eg/{equipId}/designer/{pageId}', under: '/manage/eg/equipment/list' },
  {
    ...drawn,
    may: 'template:edit',
    path: '/manage/template/{templateId}/designer/{pageId}',
    under: '/manage/eg/template/list',
  },
  { ...drawn, path: '/manage/project/{projectId}/designer/{pageId}', under: '/manage/eg/project/list' },
])
