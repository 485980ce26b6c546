// Live values of all devices of a page: one source, one monitoring per device. [S4 Live monitoring]
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { EquipmentId } from '../../contract/fields.ts'
import { signalOf } from '../../contract/page-document.ts'
import { watchActivity } from '../../signal/web/activity.ts'
import { freshnessOf } from '../../signal/web/freshness.ts'
import type { ReplaySource } from '../../signal/web/replay.ts'
import { serverClock } from '../../signal/web/server-clock.ts'
import { createLiveSource, type SignalCell, type SignalSource } from '../../signal/web/values.ts'
import { link } from '../../ui/link.ts'
import type { Bound } from '../../widgets/binds.ts'
import type { ValueSource } from '../../widgets/host/source.ts'
import type { LiveSignal } from '../live/contract.ts'
import { type DeviceMonitoring, monitorDevice } from '../live/part-monitoring.ts'
import { aroundOf } from '../live/rules.ts'
import { type ErrorDisplay, showingErrors } from './error-display.ts'

/** What pages below show where a value is bad; none: that there is none. */
export const PageErrors = createContext<ErrorDisplay | null>(null)

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
export function usePageValues(equipmentIds: readonly number[]): PageMonitoring | null {
  const key = equipmentIds.join(',')
  const [watching, setWatching] = useState<PageMonitoring | null>(null)
  useEffect(() => {
    const source = createLiveSource()
    const activity = watchActivity()
    const devices = idsIn(key).map((id) => {
      const equipmentId = EquipmentId.parse(id)
      return { equipmentId, monitoring: monitorDevice(equipmentId, source, activity) }
    })
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
  }, [key])
  const errors = useContext(PageErrors)
  return useMemo(
    () => (watching && errors ? { ...watching, values: showingErrors(watching.values, errors) } : watching),
    [watching, errors],
  )
}
