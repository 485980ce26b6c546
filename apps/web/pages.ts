// Every page that exists: the rooms' routes, and in development the galleries.
import type { PageRoute } from '../../ui/routes.ts'

const files = import.meta.glob<{ default: readonly PageRoute[] }>('../../features/*/*/routes.ts', { eager: true })

const galleries: readonly PageRoute[] = [
  {
    path: '/dev/ui',
    may: 'public',
    frame: 'window',
    title: { en: 'Gallery of parts', 'zh-cn': '界面元素陈列' },
    page: () => import('./gallery.tsx'),
  },
  {
    path: '/dev/widgets',
    may: 'public',
    frame: 'window',
    title: { en: 'Gallery of widgets', 'zh-cn': '组件陈列' },
    page: () => import('./gallery-widgets.tsx'),
  },
]

export const pages: readonly PageRoute[] = [
  ...Object.values(files).flatMap((file) => file.default),
  ...(import.meta.env.DEV ? galleries : []),
]
