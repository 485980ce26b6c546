// What stands over a page: the write that a widget asks for, and the page that a click opens in a window.
import { PageWindow } from './page-window.tsx'
import { PageWrite } from './page-write.tsx'
import type { Hosting } from './use-page-host.ts'
import type { PageMonitoring } from './use-page-values.ts'

export function PageDialogs({
  hosting: { host, writing, opened, closeWindow },
  watching,
  isPast,
  deviceName,
}: {
  hosting: Hosting
  watching: PageMonitoring | null
  isPast: boolean
  deviceName?: string | undefined
}) {
  return (
    <>
      {writing && watching && (
        <PageWrite writing={writing} watching={watching} isPast={isPast} deviceName={deviceName} />
      )}
      {opened && host.Page && <PageWindow opened={opened} Page={host.Page} onClose={closeWindow} />}
    </>
  )
}
