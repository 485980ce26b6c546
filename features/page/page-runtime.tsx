// A running configuration page: fitted to the screen, live, and on a phone panned instead of clipped. [S2] [S3]
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryOf } from '../../contract/call.ts'
import { PageId } from '../../contract/fields.ts'
import { Act } from '../../ui/act.tsx'
import { useFullScreen } from '../../ui/full-screen.ts'
import { useLink } from '../../ui/link.ts'
import { StatusDot } from '../../ui/marks.tsx'
import { useMay, useMe } from '../../ui/me.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { IconAct } from '../../ui/plain.tsx'
import { pathOf } from '../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWindowName } from '../../ui/window-name.ts'
import { useText } from '../../ui/words.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { PhaseMark } from '../live/part-phase.tsx'
import { phaseOf } from '../live/rules.ts'
import { useName } from '../translation/part-name.ts'
import { type Page, pageInfo } from './contract.ts'
import { type PageParams, paramsOf } from './params.ts'
import { LivePage, usePageWatch } from './part-live-page.tsx'
import './page.css'
import { pageText } from './text.ts'
import { PageVersions } from './versions.tsx'

export default function RuntimePage() {
  const { params, search } = usePlace()
  const id = PageId.safeParse(params.pageId)
  const given = JSON.stringify(paramsOf(search))
  return id.success ? (
    <Loaded key={`${id.data} ${given}`} id={id.data} given={given} />
  ) : (
    <ErrorState error={{ code: 10002 }} />
  )
}

/** `given`: the parameters of the address. */
function Loaded({ id, given }: { id: PageId; given: string }) {
  const params = useMemo(() => JSON.parse(given) as PageParams, [given])
  // An open page is not replaced while it is shown; reopening it loads the newest version.
  const { data, error, refetch } = useQuery({
    ...queryOf(pageInfo, { id, params }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? (
    <Runtime key={data.version} page={data} params={params} onRestored={refetch} />
  ) : (
    <Skeleton lines={12} />
  )
}

function Runtime({ page, params, onRestored }: { page: Page; params: PageParams; onRestored: () => Promise<unknown> }) {
  const t = useText(pageText)
  const { go } = usePlace()
  const { isFull, toggle } = useFullScreen()
  const name = useName()
  const [hasVersions, setVersions] = useState(false)
  const maySeeVersions = useMay()('equipment:view')
  const { equipmentId, title } = page
  const device = useQuery(queryOf(equipmentInfo, { id: equipmentId }))
  // A device without a zone of its own has its organisation's.
  const ofCompany = useMe()?.zone
  const zone = device.data && (device.data.zone ?? ofCompany)
  const watch = usePageWatch(page)
  const { own, past } = watch
  const link = useLink()
  useWindowName([...new Set([title, device.data?.name ?? ''].map(name))].filter(Boolean).join(' · '))
  const detail = withSearch(pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 }), {
    tab: 'realTime',
  })
  return (
    <div className={isFull ? 'runtime full-screen' : 'runtime'}>
      <PageHeader
        title={name(title)}
        above={{ to: detail, label: device.data ? name(device.data.name) : t('device') }}
        mark={own?.gateway && <StatusDot state={own.gateway.state} />}
        tags={own && !past && <PhaseMark phase={phaseOf(own, link.state)} />}
      >
        {maySeeVersions && <IconAct icon="clock" label={t('versions')} onClick={() => setVersions(true)} />}
        <IconAct
          icon={isFull ? 'close' : 'fullScreen'}
          label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
          onClick={toggle}
        />
        <Act onClick={() => go(detail)}>{t('realTime')}</Act>
      </PageHeader>
      <LivePage page={page} watch={watch} params={params} zone={zone} />
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
