// A stored page with its values, live or of the past, and what clicks on it do: for whatever frame stands around it.
import { useMemo } from 'react'
import { useMay } from '../../ui/me.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import { Timeline, usePast, usePastWait } from '../history/part-past.tsx'
import { type DeviceState, useMonitoringState, useMonitoringStatus } from '../live/part-monitoring.ts'
import type { Page } from './contract.ts'
import { DeviceNote } from './device-note.tsx'
import { PageCanvas } from './page-canvas.tsx'
import { PageFrame } from './page-frame.tsx'
import { equipmentsOf } from './page-scale.ts'
import { PageChain, PageWithin } from './page-within.tsx'
import './page.css'
import { PageDialogs } from './page-dialogs.tsx'
import type { PageParams } from './params.ts'
import { pageText } from './text.ts'
import { usePageHost } from './use-page-host.ts'
import { type PageMonitoring, pastValues, usePageValues } from './use-page-values.ts'

const noParams: PageParams = {}

export type PageWatch = {
  watching: PageMonitoring | null
  past: ReturnType<typeof usePast>
  /** How its own device stands. */
  own: DeviceState | undefined
}

/** Watches the devices of a page, or their past while the address has a past time. */
export function usePageWatch({ equipmentId, content }: Page): PageWatch {
  const equipmentIds = useMemo(() => equipmentsOf(equipmentId, content), [equipmentId, content])
  const watching = usePageValues(equipmentIds)
  useMonitoringStatus(useMemo(() => watching?.devices.map(({ monitoring }) => monitoring) ?? [], [watching]))
  return { watching, past: usePast(equipmentIds), own: useMonitoringState(watching?.devices[0]?.monitoring) }
}

export function LivePage({
  page: { id, equipmentId, content, title },
  watch: { watching, past },
  deviceName,
  params = noParams,
  zone,
  onPage,
}: {
  page: Page
  watch: PageWatch
  deviceName?: string
  /** What stands for the marks of the page. */
  params?: PageParams
  /** IANA zone of its device, where it is known. */
  zone?: string | undefined
  /** Another page is shown in place, where a click leads to one. */
  onPage?: (id: number) => void
}) {
  const t = useText(pageText)
  const mayReplay = useMay()('history:view')
  const wait = usePastWait(past)
  const values = useMemo(
    () => (past ? pastValues(past, watching?.values.texts ?? (() => null)) : watching?.values),
    [past, watching],
  )
  const chain = useMemo(() => [id], [id])
  const hosting = usePageHost({
    ...{ values, watching, isPast: past !== null, zone, pageId: id, params, onPage, Page: PageWithin },
  })
  return (
    <>
      {mayReplay && <Timeline equipmentId={equipmentId} past={past} />}
      {!past && watching?.devices.map((each) => <DeviceNote key={each.equipmentId} device={each} />)}
      {content.widgets.length === 0 ? (
        <EmptyState icon="page">{t('empty')}</EmptyState>
      ) : (
        values && (
          <div className="runtime-body" data-wait={wait === 'ready' ? undefined : ''}>
            <PageFrame size={content.con}>
              <PageChain.Provider value={chain}>
                <PageCanvas document={content} values={values} title={title} params={params} host={hosting.host} />
              </PageChain.Provider>
            </PageFrame>
          </div>
        )
      )}
      <PageDialogs hosting={hosting} watching={watching} isPast={past !== null} deviceName={deviceName} />
    </>
  )
}
