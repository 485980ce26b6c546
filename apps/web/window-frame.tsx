import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { openQuestion } from '../../ui/confirm.tsx'
import { later, loadLater } from '../../ui/later.tsx'
import { useMe } from '../../ui/me.ts'
import { useDrawnInTime, usePageDrawn } from '../../ui/page-drawn.ts'
import { usePlace } from '../../ui/place.tsx'
import { routeAt } from '../../ui/routes.ts'
import { useStore } from '../../ui/store.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { lazyPage } from './lazy-page.tsx'
import { LinkBanner } from './link-banner.tsx'
import { pages } from './pages.ts'
import { isRefused } from './refusal.ts'

const ConfirmHost = later(async () => (await import('../../ui/confirm-host.tsx')).ConfirmHost)

const Shell = lazyPage(() => import('./shell.tsx'))

/** Pages that take the whole window but use all parts. A page that the user may not open is refused inside the shell. */
export default function WindowFrame() {
  const { path } = usePlace()
  return isRefused(routeAt(pages, path), useMe()) ? (
    <Suspense fallback={null}>
      <Shell />
    </Suspense>
  ) : (
    <WholeWindow path={path} />
  )
}

/** The parts load after the first values of a light page. */
function WholeWindow({ path }: { path: string }) {
  useDrawnInTime(routeAt(pages, path)?.isLight === true)
  const isDrawn = usePageDrawn()
  const isAsked = useStore(openQuestion) !== null
  useEffect(() => {
    if (isDrawn) void loadLater()
  }, [isDrawn])
  return (
    <>
      <LinkBanner />
      <Outlet />
      {(isDrawn || isAsked) && <ConfirmHost />}
      <ToastHost />
    </>
  )
}
