// Security state of the account, for the pages of this room.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { lightCodes } from '../../../contract/light-codes.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { createStore } from '../../../ui/store.ts'
import { getUserMessage, type Way } from './contract.ts'

export type Security = OutputOf<typeof getUserMessage>

/** The data of an account that can be changed. */
const changes = ['password', 'tel', 'email', 'question'] as const
export type Change = (typeof changes)[number]
export const isChange = (text: string | undefined): text is Change => changes.some((each) => each === text)

const base = '/account/security/sms'
export const setupPath = (what: Change): string => `${base}/setup/${what}`
export const waysPath = (what: Change): string =>
  what === 'password' ? setupPath(what) : `${base}/setup/${what}/validate`
const successPath = (what: Change): string => `${base}/setup/success/${what}`

/** The last change in this browser; a success page opened by its address shows no change without it. */
export const lastChanged = createStore<Change | null>(null)

/** Path of the page that verifies in this way, before the change. */
export const verifyPath = (way: Way, what: Change): string =>
  way === 'tel' ? `${base}/setup/validate/tel/${what}` : `${base}/setup/validate/${way}?for=${what}`

export function useReload(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [getUserMessage.path] })
}

/** Renders `children` once the state has loaded. */
export function WithSecurity({ children }: { children: (security: Security) => ReactNode }) {
  const query = useQuery({ ...queryOf(getUserMessage, {}), staleTime: 0 })
  const { data, error, refetch } = query
  if (data)
    return (
      <>
        <AsOf query={query} />
        {children(data)}
      </>
    )
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />
}

/** The content of the page of a change: the ways to verify the account, the form, or nothing until the state has loaded. */
export type Gate = 'waiting' | 'ways' | 'form'

/**
 * The next gate. A stored state may be out of date, so nothing is decided while it is fetched. A form stays when its
 * verification expires: its entries would be lost.
 */
export function nextGate(
  gate: Gate,
  { data, isFetching }: { data: Pick<Security, 'changeUntil'> | undefined; isFetching: boolean },
): Gate {
  if (gate === 'form' || !data || isFetching) return gate
  return data.changeUntil === null ? 'ways' : 'form'
}

/** The gate of a page; `restart` leaves the form, if the verification has expired. */
export function useGate() {
  const query = useQuery({ ...queryOf(getUserMessage, {}), staleTime: 0 })
  const [last, setLast] = useState<Gate>('waiting')
  const gate = nextGate(last, query)
  if (gate !== last) setLast(gate)
  const restart = () => {
    setLast('waiting')
    void query.refetch()
  }
  return { gate, query, restart }
}

/** Shown while the gate is unknown. */
export const GateWaiting = ({ query: { error, refetch } }: Pick<ReturnType<typeof useGate>, 'query'>) =>
  error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />

/** Renders `children` if the account was verified; otherwise it leads to the ways to verify. */
export function Verified({ what, children }: { what: Change; children: ReactNode }) {
  const { go } = usePlace()
  const { gate, query } = useGate()
  useEffect(() => {
    if (gate === 'ways') go(waysPath(what), { replace: true })
  }, [gate, what, go])
  return gate === 'form' ? children : <GateWaiting query={query} />
}

/**
 * Passes on the outcome of a call that needs a verified account. If the verification has expired, the state is fetched
 * again, so that the link to verify again leads to the ways, not back to the form.
 */
export function useWhileVerified(): <T>(work: Promise<T>) => Promise<T> {
  const reload = useReload()
  return async (work) => {
    try {
      return await work
    } catch (error) {
      if (error instanceof ApiError && error.code === lightCodes.changeWindowClosed) await reload()
      throw error
    }
  }
}

/** Makes a change of a verified account, and goes to the page that confirms it. */
export function useSaveChange(): (what: Change, work: Promise<unknown>) => Promise<void> {
  const { go } = usePlace()
  const reload = useReload()
  const whileVerified = useWhileVerified()
  return async (what, work) => {
    await whileVerified(work)
    await reload()
    lastChanged.set(what)
    go(successPath(what), { replace: true })
  }
}
