// Security state of the account, for the pages of this room.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
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

/** Goes to the page that confirms the change. */
export function useDone(): (what: Change) => void {
  const { go } = usePlace()
  return (what) => {
    lastChanged.set(what)
    go(successPath(what), { replace: true })
  }
}

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

/**
 * Renders `children` if the account was verified; without verification, opened by its address, it leads to the ways to
 * verify. A form stays when its verification expires: its entries would be lost.
 */
export function Verified({ what, children }: { what: Change; children: ReactNode }) {
  const { go } = usePlace()
  const { data, error, isFetching, refetch } = useQuery({ ...queryOf(getUserMessage, {}), staleTime: 0 })
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = data !== undefined && data.changeUntil !== null
  const isClosed = data !== undefined && data.changeUntil === null && !isFetching && !wasOpen
  useEffect(() => {
    if (isOpen) setWasOpen(true)
    if (isClosed) go(waysPath(what), { replace: true })
  }, [isOpen, isClosed, what, go])
  if (isOpen || wasOpen) return children
  return error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />
}
