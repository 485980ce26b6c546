// A stored page with its values, live or of the past, and what clicks on it do: for whatever frame stands around it.
import { useContext, useMemo, useState } from 'react'
import { EquipmentId } from '../../contract/fields.ts'
import { isFitted } from '../../contract/page-document.ts'
import type { ReplaySource } from '../../signal/web/replay.ts'
import { useNarrow } from '../../ui/form.tsx'
import { useMay } from '../../ui/me.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import type { ValueSource } from '../../widgets/host/source.ts'
import { Timeline, usePast, usePastWait } from '../history/part-past.tsx'
import { type DeviceState, useMonitoringState, useMonitoringStatus } from '../live/part-monitoring.ts'
import type { Page } from './contract.ts'
import { DeviceNotes } from './device-notes.tsx'
import { type ErrorDisplay, showingErrors } from './error-display.ts'
import { devicesNamed } from './note-causes.ts'
import { PageCanvas } from './page-canvas.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageLock } from './page-lock.tsx'
import { equipmentsOf } from './page-scale.ts'
import { loadService } from './page-services.ts'
import { PageValues } from './page-values.tsx'
import { PageChain, PageWithin } from './page-within.tsx'
import { mvarsRead, readingOrder } from './reading-order.ts'
import './page.css'
import { PageDialogs } from './page-dialogs.tsx'
import type { PageParams } from './params.ts'
import { pageText } from './text.ts'
import { usePageHost } from './use-page-host.ts'
import {
  PageErrors,
  type PageMonitoring,
  PageThrough,
  pastValues,
  type Through,
  usePageValues,
} from './use-page-values.ts'

const noParams: PageParams = {}

export { equipmentsOf, loadService, PageErrors, PageThrough, type Through }

function pastOf(past: ReplaySource, watching: PageMonitoring | null, errors: ErrorDisplay | null): ValueSource {
  const values = pastValues(past, watching?.values.texts ?? (() => null))
  return errors ? showingErrors(values, errors) : values
}

export type PageWatch = {
  watching: PageMonitoring | null
  past: ReturnType<typeof usePast>
  /** How its own device stands, or the first of a project's page. */
  own: DeviceState | undefined
}

/** Watches the devices of a page, or their past while the address has a past time. */
export function usePageWatch(page: Page): PageWatch {
  const { equipmentId, content, unseenEquips } = page
  const equipmentIds = useMemo(() => equipmentsOf(equipmentId, content), [equipmentId, content])
  const own = useMemo(() => equipmentIds.filter((id) => !unseenEquips?.includes(id)), [equipmentIds, unseenEquips])
  const watching = usePageValues(page, equipmentIds)
  useMonitoringStatus(useMemo(() => watching?.devices.map(({ monitoring }) => monitoring) ?? [], [watching]))
  return { watching, past: usePast(own), own: useMonitoringState(watching?.devices[0]?.monitoring) }
}

export function LivePage({
  page: { id, equipmentId, content, title, needsPassword, unseenEquips, mvars },
  watch: { watching, past },
  deviceName,
  params = noParams,
  zone,
  onPage,
  isWall = false,
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
  /** Alone on a wall: the picture fills its place, and nothing is there to be worked with. */
  isWall?: boolean
}) {
  const t = useText(pageText)
  const mayReplay = useMay()('history:view')
  const wait = usePastWait(past)
  // On a phone the picture is small: its values stand below it.
  const narrow = useNarrow()
  const [asked, setListed] = useState<boolean | null>(null)
  const spoken = useMemo(() => readingOrder(content.widgets), [content])
  const calculated = useMemo(() => mvarsRead(content.widgets), [content])
  const names = useMemo(() => devicesNamed(content.widgets), [content])
  const hasValues = spoken.length + calculated.length > 0
  const isListed = hasValues && !isWall && (asked ?? narrow)
  const errors = useContext(PageErrors)
  const values = useMemo(() => (past ? pastOf(past, watching, errors) : watching?.values), [past, watching, errors])
  // Times are those of its own device; on a page of a project, of the first whose past the viewer may see.
  const withPast = content.bind.equips.filter((each) => !unseenEquips?.includes(each))
  const zoned = equipmentId ?? withPast.map((each) => EquipmentId.parse(each))[0]
  const chain = useMemo(() => [id], [id])
  const hosting = usePageHost({
    ...{ values, watching, isPast: past !== null, zone, pageId: id, params, onPage, Page: PageWithin },
  })
  if (needsPassword) return <PageLock id={id} />
  return (
    <>
      {mayReplay && !isWall && zoned !== undefined && <Timeline equipmentId={zoned} past={past} />}
      {!past && !isWall && watching && <DeviceNotes devices={watching.devices} names={names} />}
      {content.widgets.length === 0 ? (
        <EmptyState icon="page">{t('empty')}</EmptyState>
      ) : (
        values && (
          <div
            className="runtime-body"
            data-wait={wait === 'ready' ? undefined : ''}
            data-listed={isListed || undefined}
          >
            <PageFrame
              isWall={isWall}
              size={content.con}
              isAlwaysFitted={isFitted(content.con)}
              acts={
                hasValues && (
                  <PlainAct pressed={isListed} onClick={() => setListed(!isListed)}>
                    {t('values')}
                  </PlainAct>
                )
              }
            >
              <PageChain.Provider value={chain}>
                <PageCanvas document={content} values={values} title={title} params={params} host={hosting.host} />
              </PageChain.Provider>
            </PageFrame>
            {isListed && (
              <PageValues {...{ spoken, calculated, title, values }} units={mvars} devices={watching?.devices ?? []} />
            )}
          </div>
        )
      )}
      <PageDialogs hosting={hosting} watching={watching} isPast={past !== null} deviceName={deviceName} />
    </>
  )
}
