import { routes } from '../../../ui/routes.ts'

const viewer = () => import('./page-viewer.tsx')

export default routes([
  {
    path: '/manage/eg/project/list',
    may: 'project:view',
    page: () => import('./page-projects.tsx'),
    title: { en: 'Project setup', 'zh-cn': '项目配置' },
    menu: { icon: 'project', label: { en: 'Project setup', 'zh-cn': '项目配置' } },
  },
  {
    path: '/manage/eg/project/list-operation',
    may: 'project:view',
    page: () => import('./page-operations.tsx'),
    title: { en: 'Project status', 'zh-cn': '项目运行概况' },
    menu: { icon: 'sliders', label: { en: 'Project status', 'zh-cn': '项目运行概况' } },
  },
  {
    path: '/monitor/gm/ocInfo',
    may: 'monitor:view',
    page: () => import('./page-centres.tsx'),
    title: { en: 'Operations centre', 'zh-cn': '运营中心' },
    menu: { icon: 'centre', label: { en: 'Operations centre', 'zh-cn': '运营中心' } },
  },
  {
    path: '/monitor/gm/ocInfo/{ocId}',
    may: 'monitor:view',
    page: () => import('./page-centre.tsx'),
    title: { en: 'Operations centre', 'zh-cn': '运营中心' },
    under: '/monitor/gm/ocInfo',
  },
  {
    path: '/monitor/project/{projectId}/page/{pageId}',
    may: 'monitor:view',
    page: viewer,
    isLight: true,
    title: { en: 'Project page', 'zh-cn': '项目页面' },
    under: '/monitor/gm/ocInfo',
  },
  {
    path: '/monitor/project/{projectId}/preview/{pageId}',
    may: 'monitor:view',
    page: viewer,
    isLight: true,
    frame: 'window',
    title: { en: 'Project page', 'zh-cn': '项目页面' },
    under: '/monitor/gm/ocInfo',
  },
])
