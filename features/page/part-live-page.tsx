// A stored page with its values, live or of the past, and what clicks on it do: for whatever frame stands around it.
import { useMemo } from 'react'
import { useMay } from '../../ui/me.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import { Timeline, usePast, usePastWait } from '../history/part-past.tsx'
import { type DeviceState, useMonitoringState, useMonitoringStatus } from '../live/part-monitoring.ts'
import { PhaseNote } from '../live/part-phase.tsx'
import type { Page } from './contract.ts'
import { PageCanvas } from './page-canvas.tsx'
import { ClickWrite, useClicks } from './page-click.tsx'
import { PageFrame } from './page-frame.tsx'
import { equipmentsOf } from './page-scale.ts'
import './page.css'
import { pageText } from './text.ts'
import { type PageMonitoring, pastValues, usePageValues, type WatchedDevice } from './use-page-values.ts'

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
  page: { equipmentId, content, title },
  watch: { watching, past },
  deviceName,
  onPage,
}: {
  page: Page
  watch: PageWatch
  deviceName?: string
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
  const { onClick, writing, endWriting } = useClicks(onPage)
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
              <PageCanvas document={content} values={values} title={title} onClick={onClick} />
            </PageFrame>
          </div>
        )
      )}
      {writing && watching && (
        <ClickWrite
          click={writing}
          watching={watching}
          isPast={past !== null}
          deviceName={deviceName}
          onClose={endWriting}
        />
      )}
    </>
  )
}

function DeviceNote({ device: { equipmentId, monitoring } }: { device: WatchedDevice }) {
  const state = useMonitoringState(monitoring)
  return state ? <PhaseNote equipmentId={equipmentId} state={state} onResume={monitoring.start} /> : null
}
