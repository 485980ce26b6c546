// All devices on a map. The address contains the filter and the opened device. [S2 /map]
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { loadMapCode } from '../../../widgets/map/use-map.ts'
import { monitorSummary } from '../monitor/contract.ts'
import { Places, usePlacedDevices } from './part-places.tsx'
import { filtered, type Shown, shownBy, shownFor, withoutPosition } from './rules.ts'
import { mapPageText } from './text.ts'

// Starts loading the map early; on failure the map loads it again and shows the error.
loadMapCode().catch(() => undefined)

export default function MapPage() {
  const t = useText(mapPageText)
  const list = useList({ state: '', at: '' })
  const { query, all } = usePlacedDevices({})
  const { error, refetch } = query
  const offered = shownFor(useMay()('alarm:view'))
  const shown = shownBy(list.filters.state, offered)
  const { devices, counts } = useMemo(() => filtered(all ?? [], { shown, word: list.word }), [all, shown, list.word])
  return (
    <div className="map-page">
      <PageHeader title={t('title')} count={all?.length}>
        <Segmented<Shown>
          label={t('state')}
          value={shown}
          options={offered.map((value) => ({
            value,
            label: t(value),
            count: all && counts[value],
          }))}
          onChange={(state) => list.setFilter({ state: state === 'all' ? '' : state })}
        />
      </PageHeader>
      {!all ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={12} />
        )
      ) : all.length === 0 ? (
        <None />
      ) : (
        <>
          <AsOf query={query} />
          <Places
            devices={devices}
            list={{ ...list, at: list.filters.at, setAt: (at) => list.setFilter({ at }) }}
            isOld={error !== null}
          />
          <Without placed={all.length} />
        </>
      )}
    </div>
  )
}

/** The devices that the map leaves out. */
function Without({ placed }: { placed: number }) {
  const t = useText(mapPageText)
  const count = withoutPosition(useQuery(queryOf(monitorSummary, {})).data?.equipments, placed)
  if (count === 0) return null
  return (
    <p className="map-without">
      {t('withoutPlace', { count })} · <Go to="/monitor/eg/list">{t('toList')}</Go>
    </p>
  )
}

function None() {
  const t = useText(mapPageText)
  const { go } = usePlace()
  return (
    <EmptyState
      icon="map"
      isRanged
      things={t('things')}
      may="equipment:edit"
      act={<PlainAct onClick={() => go('/manage/eg/equipment/list')}>{t('toDevices')}</PlainAct>}
    >
      {t('none')}
    </EmptyState>
  )
}
