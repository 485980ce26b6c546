// Groups on the left, and beside them the devices of a group or one device, as lists or configuration pages. [S2]
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { EquipmentId, GroupId, PageId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { queryMonitorGroups } from '../../device/group/contract.ts'
import { type Line, linesOf } from '../../device/group/rules.ts'
import { DeviceView } from '../../device/open/live-device.tsx'
import { RuntimeView } from '../../page/open/page-live-runtime.tsx'
import { paramsOf } from '../../page/open/page-place.ts'
import { homePage } from '../../page/page/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { GroupDevices } from './group-devices.tsx'
import { GroupSide } from './group-side.tsx'
import { configurationPath, groupPath, listPath } from './places.ts'
import { groupViewText } from './text.ts'
import './group-view.css'

export default function GroupViewPage() {
  const t = useText(groupViewText)
  const { params, search, go } = usePlace()
  const narrow = useNarrow()
  const { data, error, refetch } = useQuery({ ...queryOf(queryMonitorGroups, {}), refetchInterval: 30_000 })
  if (error && !data)
    return (
      <>
        <PageHeader title={t('title')} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data) return <Skeleton lines={12} />
  const lines = linesOf(data.groups)
  const [first] = lines
  if (!first)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState
          icon="group"
          isRanged
          things={t('things')}
          may="group:edit"
          act={
            <Act kind="primary" may="equipment:view" onClick={() => go('/manage/eg/group')}>
              {t('addGroup')}
            </Act>
          }
        >
          {t('noGroups')}
        </EmptyState>
      </>
    )
  const wanted = GroupId.safeParse(params.groupId ?? search.group ?? first.id)
  const group = lines.find(({ id }) => wanted.success && id === wanted.data)
  const deviceId = EquipmentId.safeParse(params.id)
  if (!group || !wanted.success)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState icon="group" act={<PlainAct onClick={() => go('/monitor/eg/group')}>{t('toGroups')}</PlainAct>}>
          {t('gone')}
        </EmptyState>
      </>
    )
  const isDevice = params.id !== undefined
  return (
    <div className="group-view" data-device={isDevice || undefined}>
      {(!narrow || !isDevice) && (
        <GroupSide
          {...{ lines, ungrouped: data.ungrouped, groupId: wanted.data }}
          deviceId={deviceId.success ? deviceId.data : undefined}
        />
      )}
      <div className="group-view-body">
        {!isDevice ? (
          <Titled group={group} groupId={wanted.data} />
        ) : deviceId.success ? (
          <Device key={deviceId.data} group={group} id={deviceId.data} />
        ) : (
          <ErrorState error={{ code: 10002 }} />
        )}
      </div>
    </div>
  )
}

function Titled({ group, groupId }: { group: Line; groupId: GroupId }) {
  const name = useName()
  return <GroupDevices key={groupId} groupId={groupId} name={name(group.name)} />
}

function Device({ group, id }: { group: Line; id: EquipmentId }) {
  const name = useName()
  const { path, params } = usePlace()
  const above = { to: groupPath(group.id), label: name(group.name) }
  const pageOf = (pageId: number) => configurationPath(group.id, id, pageId)
  if (path === listPath(group.id, id)) return <DeviceView id={id} place={{ above, pageOf }} />
  const place = { equipmentId: id, above, lists: listPath(group.id, id), pageOf }
  if (params.pageId === undefined) return <StartPage place={place} />
  return <Pages pageId={params.pageId} place={place} />
}

type Placed = { place: Parameters<typeof RuntimeView>[0]['place'] & object }

function Pages({ pageId, place }: Placed & { pageId: string }) {
  const { search } = usePlace()
  const id = PageId.safeParse(pageId)
  const given = JSON.stringify(paramsOf(search))
  if (!id.success) return <ErrorState error={{ code: 10002 }} />
  return <RuntimeView key={`${id.data} ${given}`} id={id.data} given={given} place={place} />
}

/** The start page; a device without one opens its lists. */
function StartPage({ place }: Placed) {
  const { go, search } = usePlace()
  const { data, error, refetch } = useQuery(queryOf(homePage, { equipmentId: place.equipmentId }))
  const isNone = data === null
  const { lists } = place
  useEffect(() => {
    if (isNone) go(withSearch(lists, { tab: 'realTime' }), { replace: true })
  }, [isNone, go, lists])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={12} />
  const given = JSON.stringify(paramsOf(search))
  return <RuntimeView key={`${data.id} ${given}`} id={data.id} given={given} place={place} />
}
