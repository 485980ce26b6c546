// Live values of all devices of a page: one source, one monitoring per device. [S4 Live monitoring]
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { EquipmentId } from '../../contract/fields.ts'
import { signalOf } from '../../contract/page-document.ts'
import { type Activity, watchActivity } from '../../signal/web/activity.ts'
import { freshnessOf } from '../../signal/web/freshness.ts'
import type { ReplaySource } from '../../signal/web/replay.ts'
import { serverClock } from '../../signal/web/server-clock.ts'
import { createLiveSource, type LiveSource, type SignalCell, type SignalSource } from '../../signal/web/values.ts'
import { link } from '../../ui/link.ts'
import type { Bound } from '../../widgets/binds.ts'
import type { PageHost } from '../../widgets/host/page-host.ts'
import type { ValueSource } from '../../widgets/host/source.ts'
import type { LiveSignal } from '../live/contract.ts'
import { type DeviceMonitoring, monitorDevice } from '../live/part-monitoring.ts'
import { aroundOf } from '../live/rules.ts'
import type { Page } from './contract.ts'
import { type ErrorDisplay, showingErrors } from './error-display.ts'

/** What pages below show where a value is bad; none: that there is none. */
export const PageErrors = createContext<ErrorDisplay | null>(null)

/** How devices of a page are watched. */
export type MonitorPage = (
  page: Pick<Page, 'id' | 'content' | 'unseenEquips'>,
  equipmentIds: readonly number[],
  source: LiveSource,
  activity: Activity,
) => WatchedDevice[]

/** How the pages of a project are asked for, live values and the services of widgets. */
export type Through = { monitor: MonitorPage; service(pageId: number): PageHost['service'] }

/** Pages below are asked for and watched through the project whose they are; none: each device by itself. */
export const PageThrough = createContext<Through | null>(null)

/** Each device by itself, with all its variables. */
const eachByItself = (equipmentIds: readonly number[], source: LiveSource, activity: Activity): WatchedDevice[] =>
  equipmentIds.map((id) => {
    const equipmentId = EquipmentId.parse(id)
    return { equipmentId: id, monitoring: monitorDevice(equipmentId, source, activity) }
  })

export type WatchedDevice = { equipmentId: number; monitoring: DeviceMonitoring }
export type PageMonitoring = { values: ValueSource; source: SignalSource; devices: readonly WatchedDevice[] }

/** Variables are all that live monitoring and history know; other kinds of values come with their rooms. */
function cellOf(source: SignalSource, { kind, binding }: Bound): SignalCell | undefined {
  const id = kind === 'signal' ? signalOf(binding) : undefined
  return id === undefined ? undefined : source.subscribe(id)
}

/** The values of a page in the past, with the age they had then. */
export function pastValues(past: ReplaySource, texts: ValueSource['texts']): ValueSource {
  const now = () => past.read().at ?? serverClock.now()
  return {
    cell: (bound) => cellOf(past, bound),
    freshness: (_, reading) => freshnessOf(reading, { now: now(), staleMs: null, isReachable: true }),
    texts,
    now,
  }
}

/** By variable; a list is read once, however often its values are drawn. */
const textsOf = (signals: readonly LiveSignal[] | null | undefined): ReadonlyMap<number, string> => {
  if (!signals) return noTexts
  const found = known.get(signals) ?? new Map(signals.flatMap(({ id, texts }) => (texts ? [[id, texts]] : [])))
  known.set(signals, found)
  return found
}
const noTexts: ReadonlyMap<number, string> = new Map()
const known = new WeakMap<readonly LiveSignal[], ReadonlyMap<number, string>>()

const idsIn = (key: string): string[] => (key === '' ? [] : key.split(','))

/** Watches the devices while the page is mounted; `key` identifies them, so that the same devices are not reopened. */
export function usePageValues(
  page: Pick<Page, 'id' | 'content' | 'unseenEquips'>,
  equipmentIds: readonly number[],
): PageMonitoring | null {
  const key = equipmentIds.join(',')
  const through = useContext(PageThrough)
  // Each device by itself tells all its variables, whatever the page has of them: then it is not watched anew.
  const shown = through && page
  const [watching, setWatching] = useState<PageMonitoring | null>(null)
  useEffect(() => {
    const source = createLiveSource()
    const activity = watchActivity()
    const ids = idsIn(key).map(Number)
    const devices =
      through && shown ? through.monitor(shown, ids, source, activity) : eachByItself(ids, source, activity)
    const byId = new Map(devices.map(({ equipmentId, monitoring }) => [Number(equipmentId), monitoring]))
    const stateOf = ({ binding }: Bound) => byId.get(Number(binding.equipId))?.read()
    const values: ValueSource = {
      cell: (bound) => cellOf(source, bound),
      freshness: (bound, reading) => {
        const { staleMs, isReachable } = aroundOf(stateOf(bound), link.get().state)
        return freshnessOf(reading, { now: serverClock.now(), staleMs, isReachable })
      },
      texts: (bound) => textsOf(stateOf(bound)?.signals).get(signalOf(bound.binding) ?? 0) ?? null,
      now: serverClock.now,
    }
    for (const { monitoring } of devices) monitoring.start()
    setWatching({ values, source, devices })
    return () => {
      for (const { monitoring } of devices) monitoring.close()
      activity.stop()
      source.stop()
      setWatching(null)
    }
  }, [key, through, shown])
  const errors = useContext(PageErrors)
  return useMemo(
    () => (watching && errors ? { ...watching, values: showingErrors(watching.values, errors) } : watching),
    [watching, errors],
  )
}
