import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openQuestion } from '../../ui/confirm.tsx'
import { later, loadLater } from '../../ui/later.tsx'
import { useDrawnInTime, usePageDrawn } from '../../ui/page-drawn.ts'
import { usePlace } from '../../ui/place.tsx'
import { routeAt } from '../../ui/routes.ts'
import { useStore } from '../../ui/store.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { LinkBanner } from './link-banner.tsx'
import { pages } from './pages.ts'

const ConfirmHost = later(async () => (await import('../../ui/confirm-host.tsx')).ConfirmHost)

/** Pages that take the whole window but use all parts; they load after the first values of a light one. */
export default function WindowFrame() {
  const { path } = usePlace()
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
