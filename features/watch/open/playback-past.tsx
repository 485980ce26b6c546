// Playback on pages with live values: the time is in the address, and the drawing code is the same.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { browserFrames } from '../../../signal/web/frames.ts'
import type { Around } from '../../../signal/web/freshness.ts'
import { ReplaySource, type ReplayWindow } from '../../../signal/web/replay.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { type HistoryReport, queryReports } from '../history/contract.ts'
import { momentOf } from '../history/part-span.ts'
import { queryReplay } from '../playback/contract.ts'
import { playbackText } from '../playback/text.ts'
import { gapsOf } from './history-gaps.ts'

/** Whether the address has a past time. */
export const useIsPast = (): boolean => momentOf(usePlace().search.at) !== undefined

type LoadPast = (from: number, to: number, signal: AbortSignal) => Promise<ReplayWindow>

/** The stored values of a device while the address has a past time; null while everything is live. */
export function usePast(equipmentId: EquipmentId): ReplaySource | null {
  const load = useCallback<LoadPast>(
    (from, to, signal) => call(queryReplay, { equipmentId, from, to }, { signal }),
    [equipmentId],
  )
  return usePastBy(load)
}

/**
 * The stored values that `load` provides while the address has a past time; null while everything is live. Restarts
 * when `load` changes.
 */
export function usePastBy(load: LoadPast): ReplaySource | null {
  const at = momentOf(usePlace().search.at)
  const isPast = at !== undefined
  const first = useRef(at)
  first.current = at
  const [past, setPast] = useState<ReplaySource | null>(null)
  useEffect(() => {
    if (!isPast) return undefined
    const source = new ReplaySource({
      load,
      end: () => Math.floor(serverClock.now()),
      frames: browserFrames(),
    })
    source.seek(first.current ?? source.read().at ?? 0)
    setPast(source)
    return () => {
      source.stop()
      setPast(null)
    }
  }, [load, isPast])
  return past
}

/** Whether the requested time is shown or still loading; `first`: nothing is shown yet. */
export function usePastWait(past: ReplaySource | null): 'ready' | 'loading' | 'first' {
  const read = () => {
    const state = past?.read()
    if (!state || state.fault || !state.isLoading) return state && state.at === null && !state.fault ? 'first' : 'ready'
    return state.at === null ? 'first' : 'loading'
  }
  return useSyncExternalStore(past?.watch ?? nothing, read, read)
}

const nothing = () => () => undefined

export function useAroundPast(
  equipmentId: EquipmentId,
  past: ReplaySource | null,
): ((signalId: number) => Around) | null {
  const { data } = useQuery({ ...queryOf(queryReports, { equipmentId }), enabled: past !== null })
  return useMemo(() => (past ? aroundsOf(past, data?.reports ?? [], data?.zone) : null), [past, data])
}

function aroundsOf(
  past: ReplaySource,
  reports: readonly HistoryReport[],
  zone: string | undefined,
): (signalId: number) => Around {
  const now = () => past.read().at ?? serverClock.now()
  const series = reports.flatMap(({ mode, period, columns }) =>
    columns.flatMap(({ signalId, aggregation, removedAt }) =>
      aggregation === null ? [{ signalId: Number(signalId), mode, period, removedAt }] : [],
    ),
  )
  const gaps = gapsOf(series, now())
  const made = new Map<number, Around>()
  return (signalId) => {
    const known = made.get(signalId)
    if (known) return known
    const gapMs = gaps.get(signalId) ?? Number.POSITIVE_INFINITY
    const staleMs = Number.isFinite(gapMs) ? gapMs : null
    const around = { intervalS: gapMs / 2500, staleMs, isReachable: true, now, isPast: true, zone }
    made.set(signalId, around)
    return around
  }
}

/** Texts that explain past values, and why writing is disabled meanwhile. */
export function usePastWords(): { past: string; noWrite: string } {
  const t = useText(playbackText)
  return { past: t('past'), noWrite: t('pastNoWrite') }
}
