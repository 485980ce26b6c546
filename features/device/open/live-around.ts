// Freshness settings of a device's values; the object changes only when a setting does.
import { useMemo } from 'react'
import { useLink } from '../../../ui/link.ts'
import { type Around, aroundOf } from '../live/rules.ts'
import type { DeviceState } from './live-monitoring.ts'

/** The surroundings of live values. `zone`: time zone for displayed times; by default the browser's zone. */
export function useAround(state: DeviceState | undefined, zone?: string): Around {
  const { intervalS, staleMs, isReachable } = aroundOf(state, useLink().state)
  return useMemo(
    () => ({ ...aroundOf(undefined, 'up'), intervalS, staleMs, isReachable, zone }),
    [intervalS, staleMs, isReachable, zone],
  )
}
