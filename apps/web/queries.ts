// One cache of answers. Reads are shown with their fault in place; acts that fail say so in a toast. [S8]
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing, linkCodes } from '../../contract/call.ts'
import { errorCode, sessionLostCodes } from '../../contract/errors.ts'
import { platformLink } from '../../signal/web/platform-link.ts'
import { watchLanguage } from '../../ui/language.ts'
import { toast } from '../../ui/toast.tsx'

const isLost = (error: unknown) => error instanceof ApiError && sessionLostCodes.includes(error.code)
/** Whoever does not enter the password again knows why nothing happened. */
const isDeclined = (error: unknown) => error instanceof ApiError && error.code === errorCode('confirmPassword')
const isLink = (error: unknown) => error instanceof ApiError && error.code === linkCodes.unreachable

/** A page that could not be loaded for the moment asks again by itself; milliseconds. */
const againMs = 5_000

export const queries = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => {
      if (isLost(error) || isDeclined(error) || mutation.meta?.faults === 'form') return
      // An act may have words of its own for its fault.
      const worded = mutation.meta?.fault as ((error: Error) => unknown) | undefined
      toast.bad(worded?.(error) ?? error)
    },
    // What an act changed is read again wherever it is on screen.
    onSuccess: () => void queries.invalidateQueries(),
  }),
  defaultOptions: {
    queries: {
      // Whether the platform can be reached is asked of the platform: a browser that believes itself offline may well reach
      // one on the same network, and an act is never kept to be done later.
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (tries, error) => isLink(error) && tries < 2,
      refetchInterval: ({ state }) => state.status === 'error' && isPassing(state.error) && againMs,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What could not be read while the platform was away is read at once when it is back.
platformLink.onReturn(() => void queries.invalidateQueries())

// Some answers carry text in the language they were asked in.
watchLanguage(() => void queries.invalidateQueries())
