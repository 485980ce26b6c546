// Dialogs over a page: the write that a widget requests, and the page that a click opens in a window.
import { later } from '../../../ui/later.tsx'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { PageMonitoring } from '../page-values/part-page-values.ts'
import type { Hosting } from './use-page-host.ts'

const PageExplain = later(async () => (await import('../page-values/part-page-explain.tsx')).PageExplain)
const PageWindow = later(async () => (await import('./page-window.tsx')).PageWindow)
/** If the code of the dialog does not load in time, the write is cancelled and the dialog does not open later. */
const PageWrite = later(async () => (await import('./page-write.tsx')).PageWrite, {
  onLate: ({ writing }) => writing.onEnd('failed'),
})

export function PageDialogs({
  hosting: { host, writing, opened, closeWindow, explaining, endExplaining },
  watching,
  values = watching?.values,
  isPast,
  deviceName,
}: {
  hosting: Hosting
  watching: PageMonitoring | null
  /** The shown values; by default the live ones. */
  values?: ValueSource | undefined
  isPast: boolean
  deviceName?: string | undefined
}) {
  return (
    <>
      {writing && watching && (
        <PageWrite writing={writing} watching={watching} isPast={isPast} deviceName={deviceName} />
      )}
      {explaining && watching && values && host.pageId !== undefined && (
        <PageExplain
          asked={explaining}
          pageId={host.pageId}
          watching={watching}
          values={values}
          isPast={isPast}
          zone={host.zone}
          onClose={endExplaining}
        />
      )}
      {opened && <PageWindow opened={opened} Page={host.Page} onClose={closeWindow} />}
    </>
  )
}
