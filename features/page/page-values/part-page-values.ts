// Live values of all devices of a page: one source, one monitoring per device. [S4 Live monitoring]
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { EquipmentId } from '../../../contract/fields.ts'
import { mvarOf, signalOf } from '../../../contract/page-document.ts'
import { type Activity, watchActivity } from '../../../signal/web/activity.ts'
import { freshnessOf } from '../../../signal/web/freshness.ts'
import { worstOf } from '../../../signal/web/mvars.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { createLiveSource, type LiveSource, type SignalCell, type SignalSource } from '../../../signal/web/values.ts'
import { link } from '../../../ui/link.ts'
import { type Bound, isOfVariable } from '../../../widgets/binds.ts'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { LiveSignal } from '../../device/live/contract.ts'
import { aroundOf } from '../../device/live/rules.ts'
import type { WriteWay } from '../../device/open/command-way.ts'
import { hasCurves } from '../../device/open/live-ahead.ts'
import { type DeviceMonitoring, monitorDevice } from '../../device/open/live-monitoring.ts'
import type { Page } from '../page/contract.ts'
import { cellOfMvar, type PagePast } from '../page-past/part-past-page.ts'
import { type ErrorDisplay, showingErrors } from './error-display.ts'
import { polledAround, pollMvars } from './poll-mvars.ts'
import { countedAround, pollCounts, systemCell } from './system-counts.ts'

/** Replacements for bad values on pages below; null: none. */
export const PageErrors = createContext<ErrorDisplay | null>(null)

/** Watches the devices of a page. */
type MonitorPage = (
  page: Watched,
  equipmentIds: readonly number[],
  source: PageSource,
  activity: Activity,
) => WatchedDevice[]

type Watched = Pick<Page, 'id' | 'projectId' | 'content' | 'unseenEquips' | 'mvars' | 'scenes'>

/** The sources of a page: values of variables, and of intermediate variables. */
type PageSource = { signals: LiveSource; mvars: LiveSource }

/** Calls for the pages of a project: live values, and services for widgets. */
export type Through = {
  monitor: MonitorPage
  service(pageId: number): PageHost['service']
  /** The calls by which widgets of a page write; by default those of their devices. */
  writeWay?(projectId: number, pageId: number): WriteWay
}

/** Pages below are requested and watched through their project; null: each device is watched separately. */
export const PageThrough = createContext<Through | null>(null)

/**
 * The access of a page through its project; null for a page of a device, even if it is shown over or within a page of a
 * project.
 */
export function useThrough(projectId: number | null): Through | null {
  const through = useContext(PageThrough)
  return projectId === null ? null : through
}

/** Watches each device separately, with all its variables. */
const eachByItself = (
  equipmentIds: readonly number[],
  source: LiveSource,
  activity: Activity,
  hasTrends: boolean,
): WatchedDevice[] =>
  equipmentIds.map((id) => {
    const equipmentId = EquipmentId.parse(id)
    return { equipmentId: id, monitoring: monitorDevice(equipmentId, source, activity, hasTrends) }
  })

export type WatchedDevice = { equipmentId: number; monitoring: DeviceMonitoring }
export type PageMonitoring = { values: ValueSource; source: SignalSource; devices: readonly WatchedDevice[] }

type Cells = { signals: SignalSource; mvars?: SignalSource; counts?: SignalSource }

/** The cell of a binding; undefined for kinds without live values. */
function cellOf(of: Cells, { kind, binding }: Bound): SignalCell | undefined {
  if (kind === 'mvar') {
    const id = mvarOf(binding)
    return id === undefined ? undefined : of.mvars?.subscribe(id)
  }
  if (kind === 'system') {
    const id = systemCell(binding.systemKey)
    return id === undefined ? undefined : of.counts?.subscribe(id)
  }
  const id = isOfVariable(kind) ? signalOf(binding) : undefined
  return id === undefined ? undefined : of.signals.subscribe(id)
}

/** Past values of a page with their age at the time: stale if nothing was stored any more. */
function pastValues({ source, gapOf }: PagePast, texts: ValueSource['texts']): ValueSource {
  const now = () => {
    const { at, wanted } = source.read()
    return at ?? wanted ?? serverClock.now()
  }
  const mvars = { subscribe: (id: number) => source.subscribe(cellOfMvar(id)) }
  return {
    cell: (bound) => cellOf({ signals: source, mvars }, bound),
    freshness: (bound, reading) => {
      const id = isOfVariable(bound.kind) ? signalOf(bound.binding) : undefined
      return freshnessOf(reading, { now: now(), staleMs: id === undefined ? null : gapOf(id), isReachable: true })
    },
    texts,
    now,
  }
}

/** The values to draw, live or past. */
export function shownValues(
  past: PagePast | null,
  watching: PageMonitoring | null,
  errors: ErrorDisplay | null,
): ValueSource | undefined {
  if (!past) return watching?.values
  const values = pastValues(past, watching?.values.texts ?? (() => null))
  return errors ? showingErrors(values, errors) : values
}

/** Texts by variable; cached per list, since values are drawn often. */
const textsOf = (signals: readonly LiveSignal[] | null | undefined): ReadonlyMap<number, string> => {
  if (!signals) return noTexts
  const found = known.get(signals) ?? new Map(signals.flatMap(({ id, texts }) => (texts ? [[id, texts]] : [])))
  known.set(signals, found)
  return found
}
/** Placeholders that are shown before the first value, by variable. */
const standInsOf = (signals: readonly LiveSignal[] | null | undefined): ReadonlyMap<number, string> => {
  if (!signals) return noTexts
  const found =
    knownBefore.get(signals) ?? new Map(signals.flatMap(({ id, standIn }) => (standIn ? [[id, standIn]] : [])))
  knownBefore.set(signals, found)
  return found
}
const knownBefore = new WeakMap<readonly LiveSignal[], ReadonlyMap<number, string>>()
const noTexts: ReadonlyMap<number, string> = new Map()
const known = new WeakMap<readonly LiveSignal[], ReadonlyMap<number, string>>()

const idsIn = (key: string): string[] => (key === '' ? [] : key.split(','))

/** Watches the devices while the page is mounted; `key` identifies them, so that the same devices are not reopened. */
export function usePageValues(page: Watched, equipmentIds: readonly number[]): PageMonitoring | null {
  const { projectId, content } = page
  const key = equipmentIds.join(',')
  const through = useThrough(projectId)
  // Without `through` each device sends all its variables, so that a change of the page needs no new watch.
  const shown = through && page
  const hasTrends = through === null && hasCurves(content.widgets)
  const polled = through || projectId === null ? '' : content.bind.mvars.join()
  const counted = projectId === null ? '' : content.bind.keys.join()
  const [watching, setWatching] = useState<(PageMonitoring & { mvars: LiveSource; counts: LiveSource }) | null>(null)
  useEffect(() => {
    const source = { signals: createLiveSource(), mvars: createLiveSource(), counts: createLiveSource() }
    const activity = watchActivity()
    const ids = idsIn(key).map(Number)
    const devices =
      through && shown
        ? through.monitor(shown, ids, source, activity)
        : eachByItself(ids, source.signals, activity, hasTrends)
    const byId = new Map(devices.map(({ equipmentId, monitoring }) => [Number(equipmentId), monitoring]))
    const stateOf = ({ binding }: Bound) => byId.get(Number(binding.equipId))?.read()
    const madeOf = new Map(shown?.mvars?.map(({ id, equips }) => [id, equips]))
    const around = (bound: Bound) => {
      const { state } = link.get()
      if (bound.kind === 'system') return { ...countedAround, isReachable: state === 'up' }
      if (bound.kind !== 'mvar') return aroundOf(stateOf(bound), state)
      if (!through) return { ...polledAround, isReachable: state === 'up' }
      const devices = madeOf.get(mvarOf(bound.binding) ?? 0) ?? []
      return worstOf(devices.map((id) => aroundOf(byId.get(id)?.read(), state)))
    }
    const values: ValueSource = {
      cell: (bound) => cellOf(source, bound),
      freshness: (bound, reading) => {
        const { staleMs, isReachable } = around(bound)
        return freshnessOf(reading, { now: serverClock.now(), staleMs, isReachable })
      },
      texts: (bound) => textsOf(stateOf(bound)?.signals).get(signalOf(bound.binding) ?? 0) ?? null,
      before: (bound) => standInsOf(stateOf(bound)?.signals).get(signalOf(bound.binding) ?? 0) ?? null,
      now: serverClock.now,
    }
    for (const { monitoring } of devices) monitoring.start()
    setWatching({ values, source: source.signals, mvars: source.mvars, counts: source.counts, devices })
    return () => {
      for (const { monitoring } of devices) monitoring.close()
      activity.stop()
      source.signals.stop()
      source.mvars.stop()
      source.counts.stop()
      setWatching(null)
    }
  }, [key, through, shown, hasTrends])
  const mvars = watching?.mvars
  useEffect(() => {
    if (mvars && projectId !== null && polled !== '') return pollMvars(projectId, polled, mvars)
    return undefined
  }, [mvars, projectId, polled])
  const counts = watching?.counts
  useEffect(() => {
    if (counts && projectId !== null && counted !== '') return pollCounts(projectId, counted, counts)
    return undefined
  }, [counts, projectId, counted])
  const errors = useContext(PageErrors)
  return useMemo(
    () => (watching && errors ? { ...watching, values: showingErrors(watching.values, errors) } : watching),
    [watching, errors],
  )
}
