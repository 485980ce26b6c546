// How the values of a device stand, for whatever shows them: changes only when something of it does.
import { useMemo } from 'react'
import { useLink } from '../../../ui/link.ts'
import { type Around, aroundOf } from '../live/rules.ts'
import type { DeviceState } from './live-monitoring.ts'

/** `zone`: the clock its times are shown by; that of the place if none. */
export function useAround(state: DeviceState | undefined, zone?: string): Around {
  const { intervalS, staleMs, isReachable } = aroundOf(state, useLink().state)
  return useMemo(
    () => ({ ...aroundOf(undefined, 'up'), intervalS, staleMs, isReachable, zone }),
    [intervalS, staleMs, isReachable, zone],
  )
}
