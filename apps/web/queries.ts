// The cache of all answers. Errors of queries are shown in place; errors of actions in a toast. [S8]
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing, linkCodes } from '../../contract/call.ts'
import { errorCode, sessionLostCodes } from '../../contract/errors.ts'
import { platformLink } from '../../signal/web/platform-link.ts'
import { watchLanguage } from '../../ui/language.ts'
import { toast } from '../../ui/toast.tsx'

const isLost = (error: unknown) => error instanceof ApiError && sessionLostCodes.includes(error.code)
/**
 * No message is shown to users who declined to confirm their password, because they know why the action did not happen.
 */
const isDeclined = (error: unknown) => error instanceof ApiError && error.code === errorCode('confirmPassword')
const isLink = (error: unknown) => error instanceof ApiError && error.code === linkCodes.unreachable

/** Interval in ms at which a page is retried that temporarily failed to load. */
const againMs = 5_000

export const queries = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => {
      if (isLost(error) || isDeclined(error) || mutation.meta?.faults === 'form') return
      // An action may define its own text for an error.
      const worded = mutation.meta?.fault as ((error: Error) => unknown) | undefined
      toast.bad(worded?.(error) ?? error)
    },
    // Data changed by an action is read again on all screens.
    onSuccess: () => void queries.invalidateQueries(),
  }),
  defaultOptions: {
    queries: {
      // The client decides by calling the platform whether it can be reached: a browser that believes itself offline
      // may well reach one on the same network, and an action is never queued for later.
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (tries, error) => isLink(error) && tries < 2,
      refetchInterval: ({ state }) => state.status === 'error' && isPassing(state.error) && againMs,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Reads that failed while the platform was away are repeated as soon as it is back.
platformLink.onReturn(() => void queries.invalidateQueries())

// The answers are loaded again after a change of the language, because some contain text in the language of their
// request.
watchLanguage(() => void queries.invalidateQueries())
