// Polls the state of a wall every few seconds.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { ApiError, call, queryOf, setUpCalls } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { setMe } from '../../../ui/me.ts'
import { visitHeader } from '../share/rules.ts'
import { type Shown, type WallState, wallPages, wallState } from './contract.ts'
import { displayPermissions } from './rules.ts'

const askMs = 4_000
const patienceMs = 10_000

const isEnd = (error: unknown): boolean => error instanceof ApiError && error.code === errorCode('visitEnded')

/** The latest answer. `answeredAt`: browser time. `isOver`: the display was signed out. */
export type Told = { state: WallState | undefined; answeredAt: number; isOver: boolean }

/** Sends all further calls with the secret of this display. */
export function useWall(secret: string, saying: RefObject<Shown>): Told {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    setUpCalls({ headers: { [visitHeader]: secret } })
    setAsking(true)
    return () => {
      setUpCalls({ headers: {} })
      setMe(null)
      // The cached data belongs to the display only.
      queries.clear()
    }
  }, [secret, queries])
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: [wallState.path],
    queryFn: ({ signal }) =>
      call(wallState, saying.current, { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) }),
    enabled: isAsking,
    refetchInterval: askMs,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })
  const zone = data?.zone
  useEffect(() => {
    if (zone === undefined) return
    const nobody = { userId: 0, loginname: '', name: '', orgName: '', demo: false }
    setMe({ ...nobody, auths: displayPermissions, zone, ownZone: zone, isVisitor: true })
  }, [zone])
  return { state: data, answeredAt: dataUpdatedAt, isOver: isEnd(error) }
}

/** The devices and variables of the pages; loaded again when the list or a page changes. */
export function useWallPages(state: WallState | undefined) {
  const stand = state?.pages.map(({ id, version }) => `${id} ${version}`).join()
  const { data } = useQuery({
    queryKey: [wallPages.path, stand],
    queryFn: queryOf(wallPages, {}).queryFn,
    enabled: stand !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  return data
}

/** The platform's time, from its sockets or else from its answers. */
export const platformNow = ({ state, answeredAt }: Told, now: number): number => {
  if (serverClock.isKnown()) return now + serverClock.offsetMs()
  return state ? now + state.at - answeredAt : now
}
