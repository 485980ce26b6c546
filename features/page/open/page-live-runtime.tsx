// A running configuration page: live, fitted to the screen, and on a phone panned instead of clipped. [S2] [S3]
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { useFullScreen } from '../../../ui/full-screen.ts'
import { later } from '../../../ui/later.tsx'
import { useLink } from '../../../ui/link.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useMay, useZoneOf } from '../../../ui/me.ts'
import { useNotesDrawn } from '../../../ui/page-drawn.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { ErrorState, Skeleton, StateLink } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import { phaseOf } from '../../device/live/rules.ts'
import { PhaseMark } from '../../device/open/live-phase.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { type Page, pageInfo } from '../page/contract.ts'
import type { PageParams } from '../page/part-params.ts'
import { pageOf } from '../page-live/page-cache.ts'
import { LivePage, usePageWatch } from './page-live-page.tsx'
import { designerPath, livePath } from './page-place.ts'
import '../page-live/page-live.css'
import { pageLiveText } from '../page-live/text.ts'

const PageVersions = later(async () => (await import('../page-versions/part-page-versions.tsx')).PageVersions)

/**
 * The surroundings of a running page: the link above it, the lists of its device, and paths to the device's other
 * pages.
 */
type RuntimePlace = {
  /** The device of this place; pages of other devices open at their own address. */
  equipmentId: EquipmentId
  above: { to: string; label: string }
  lists: string
  pageOf: (pageId: number) => string
}

/** A page in operation. `given`: the parameters of the address. */
export function RuntimeView({ id, given, place }: { id: PageId; given: string; place?: RuntimePlace }) {
  const t = useText(pageLiveText)
  const params = useMemo(() => JSON.parse(given) as PageParams, [given])
  // An open page is not replaced while it is shown; reopening it requests the current version.
  const { data, error, refetch } = useQuery({
    ...pageOf(pageInfo, { id, params }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useNotesDrawn(error !== null)
  if (error && !data) {
    const above = place?.above ?? { to: '/monitor/eg/list', label: t('monitor') }
    const back = <StateLink to={above.to}>{above.label}</StateLink>
    return (
      <>
        <PageHeader title={t('page')} above={above} />
        <ErrorState error={error} onRetry={() => void refetch()} act={back} />
      </>
    )
  }
  if (!data) return <Skeleton lines={12} />
  const { equipmentId } = data
  if (equipmentId === null || (place && place.equipmentId !== equipmentId)) return <Elsewhere to={livePath(data, id)} />
  return <Runtime key={data.version} page={{ ...data, equipmentId }} {...{ params, place }} onRestored={refetch} />
}

/** Redirects to the proper place of a project's page, or of another device's. */
function Elsewhere({ to }: { to: string }) {
  const { go, search } = usePlace()
  useEffect(() => go(withSearch(to, search), { replace: true }), [go, to, search])
  return <Skeleton lines={12} />
}

type Of = {
  page: Page & { equipmentId: EquipmentId }
  params: PageParams
  place: RuntimePlace | undefined
  onRestored: () => Promise<unknown>
}

function Runtime({ page, params, place, onRestored }: Of) {
  const t = useText(pageLiveText)
  const { go } = usePlace()
  const { isFull, toggle } = useFullScreen()
  const name = useName()
  const [hasVersions, setVersions] = useState(false)
  const may = useMay()
  const maySeeVersions = may('equipment:view')
  // The designer cannot edit with parameters filled in, and a phone is too small for it.
  const narrow = useNarrow()
  const mayEdit = may('page:edit') && !narrow
  const { equipmentId, title } = page
  const device = useQuery(queryOf(equipmentInfo, { id: equipmentId }))
  const ofDevice = useZoneOf({ zone: device.data?.zone ?? null })
  const zone = device.data && ofDevice
  const watch = usePageWatch(page, params)
  const { own, past } = watch
  const link = useLink()
  useWindowName([...new Set([title, device.data?.name ?? ''].map(name))].filter(Boolean).join(' · '))
  const designer = designerPath(page, page.id)
  const lists = place?.lists ?? pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 })
  const detail = withSearch(lists, { tab: 'realTime' })
  return (
    <div className={isFull ? 'runtime full-screen' : 'runtime'}>
      <PageHeader
        title={name(title)}
        above={place?.above ?? { to: detail, label: device.data ? name(device.data.name) : t('device') }}
        mark={own?.gateway && <StatusDot state={own.gateway.state} />}
        tags={own && !past && <PhaseMark phase={phaseOf(own, link.state)} />}
      >
        {mayEdit && <IconAct icon="design" label={t('edit')} onClick={() => go(designer)} />}
        {maySeeVersions && <IconAct icon="clock" label={t('versions')} onClick={() => setVersions(true)} />}
        <IconAct
          icon={isFull ? 'close' : 'fullScreen'}
          label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
          onClick={toggle}
        />
        <PlainAct onClick={() => go(detail)}>{t('lists')}</PlainAct>
      </PageHeader>
      <LivePage
        {...{ page, watch, params, zone }}
        {...(place && { onPage: (pageId: number) => go(place.pageOf(pageId)) })}
      />
      {hasVersions && (
        <PageVersions
          page={page}
          zone={device.data?.zone ?? null}
          onRestored={onRestored}
          onClose={() => setVersions(false)}
        />
      )}
    </div>
  )
}
