// Every page that exists: the rooms' routes, and in development the gallery of parts.
import type { PageRoute } from '../../ui/routes.ts'

const files = import.meta.glob<{ default: readonly PageRoute[] }>('../../features/*/routes.ts', { eager: true })

const gallery: PageRoute = {
  path: '/dev/ui',
  may: 'public',
  frame: 'window',
  title: { en: 'Gallery of parts', 'zh-cn': '组件陈列' },
  page: () => import('./gallery.tsx'),
}

export const pages: readonly PageRoute[] = [
  ...Object.values(files).flatMap((file) => file.default),
  ...(import.meta.env.DEV ? [gallery] : []),
]
