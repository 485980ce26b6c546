import { Outlet } from '@tanstack/react-router'
import { LinkBanner } from './link-banner.tsx'
import { PartsProvider } from './parts-provider.tsx'

/** Pages that take the whole window but use all parts. */
export default function WindowFrame() {
  return (
    <PartsProvider>
      <LinkBanner />
      <Outlet />
    </PartsProvider>
  )
}
