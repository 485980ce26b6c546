// Devices with their places: a list, and the map beside it. For use by other rooms, like every file named part-*.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { inOrder } from '../../../core/device-order.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { FilterBox } from '../../../ui/filter-box.tsx'
import { useLink } from '../../../ui/link.ts'
import { EmptyState, ErrorState, NoMatch, Skeleton } from '../../../ui/states.tsx'
import { useTone } from '../../../ui/theme.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { DeviceMap, MapWaiting } from '../../../widgets/map/device-map.tsx'
import { AlarmMarks, PresenceMark, useWords } from '../../../widgets/map/device-mark.tsx'
import { firstOf, stateOf } from '../../../widgets/map/rules.ts'
import { loadMapCode } from '../../../widgets/map/use-map.ts'
import type { PlacedDevice } from '../../../widgets/services.ts'
import { queryMapTiles } from '../../platform/ground/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryAllForMap } from '../monitor/contract.ts'
import './map.css'
import { withoutPosition } from './rules.ts'
import { mapPageText } from './text.ts'

/** Thousands of devices are queried less often: each answer is about a megabyte. */
const [renewMs, renewManyMs, many] = [10_000, 30_000, 2000]
/** Maximum number of devices in the list beside the map. */
const mostListed = 200

/** The devices of a filter that have a place, with their names in the user's language. */
export function usePlacedDevices(asked: InputOf<typeof queryAllForMap>) {
  const query = useQuery({
    ...queryOf(queryAllForMap, asked),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > many ? renewManyMs : renewMs),
  })
  const name = useName()
  const { data } = query
  // Errors are ignored here: the map loads the code again and shows the error.
  useEffect(() => void loadMapCode().catch(() => undefined), [])
  const all = useMemo(
    () => data && inOrder(data, name).map((device) => ({ ...device, name: name(device.name), mayOpen: true })),
    [data, name],
  )
  return { query, all }
}

/** The opened device and the search text, both in the address. */
type MapList = {
  word: string
  setWord: (word: string) => void
  clear: () => void
  at: string
  setAt: (at: string) => void
}

/** A device list as a map. `total`: number of matching devices, including those without a place. */
export function DevicesMap({
  asked,
  total,
  list,
}: {
  asked: InputOf<typeof queryAllForMap>
  total: number | undefined
  list: MapList
}) {
  const t = useText(mapPageText)
  const { query, all } = usePlacedDevices(asked)
  if (!all || total === undefined)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton lines={12} />
    )
  const without = withoutPosition(total, all.length)
  return (
    <section className="map-list-view">
      <AsOf query={query} />
      {all.length === 0 ? (
        without > 0 ? (
          <EmptyState icon="map">{t('withoutPlace', { count: without })}</EmptyState>
        ) : (
          <NoMatch onClear={list.clear} />
        )
      ) : (
        <Places devices={all} list={list} isOld={query.error !== null} />
      )}
      {all.length > 0 && without > 0 && <p className="map-without">{t('withoutPlace', { count: without })}</p>}
    </section>
  )
}

type Of = { devices: readonly PlacedDevice[]; list: MapList; isOld: boolean }

/** The list and the map beside it; on a phone the map, and below it the devices that need attention. */
export function Places({ devices, list, isOld: isLate }: Of) {
  const t = useText(mapPageText)
  const tone = useTone()
  const isOld = useLink().state !== 'up' || isLate
  const { data: tiles, isPending } = useQuery(queryOf(queryMapTiles, {}))
  const opened = Number(list.at) || undefined
  const open = (id: number | undefined) => list.setAt(id === undefined ? '' : String(id))
  return (
    <div className="map-columns">
      <aside className="map-side">
        <FilterBox word={list.word} onWord={list.setWord} placeholder={t('search')} />
        {devices.length === 0 ? (
          <NoMatch onClear={list.clear} />
        ) : (
          <Lines devices={devices} opened={opened} onOpen={open} isOld={isOld} />
        )}
      </aside>
      <section className="device-map" data-theme={tone}>
        {isPending ? (
          <MapWaiting />
        ) : (
          <DeviceMap
            {...{ devices, isOld, tone }}
            tiles={tiles ?? null}
            at={undefined}
            withTitles
            withSignal
            isAlone
            opened={{ id: opened, open }}
          />
        )}
      </section>
    </div>
  )
}

function Lines({
  devices,
  opened,
  onOpen,
  isOld,
}: {
  devices: readonly PlacedDevice[]
  opened: number | undefined
  onOpen: (id: number) => void
  isOld: boolean
}) {
  const t = useText(mapPageText)
  const { stateWords } = useWords()
  const narrow = useNarrow()
  const listed = firstOf(devices, narrow ? 20 : mostListed)
  return (
    <ul className="map-lines" aria-label={t('devices')}>
      {listed.map((device) => (
        <li key={device.id}>
          <button type="button" aria-current={device.id === opened} onClick={() => onOpen(device.id)}>
            <PresenceMark state={stateOf(device)} isOld={isOld} />
            <span className="map-line-name">{device.name}</span>
            <AlarmMarks alarms={device.alarms} isOld={isOld} />
            <span className={isOld ? 'unseen' : 'map-line-state'}>{stateWords(device, isOld)}</span>
          </button>
        </li>
      ))}
      {listed.length < devices.length && (
        <li className="map-more">{t('more', { count: devices.length - listed.length })}</li>
      )}
    </ul>
  )
}
