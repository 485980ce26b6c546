// The calls to list the open sessions of an account, and to end them.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant } from '../../../contract/fields.ts'

/** Browser and system from the user agent, which a program can forge. */
export const Agent = z.object({
  /** Name and version of the browser or program. */
  program: z.string().nullable(),
  /** The operating system. */
  system: z.string().nullable(),
  isPhone: z.boolean(),
})
export type Agent = z.output<typeof Agent>

export const Session = z.object({
  id: z.string(),
  agent: Agent,
  ip: z.string().nullable(),
  createdAt: Instant,
  /** Time of the latest use, to the minute. */
  seenAt: Instant,
  /** True for the session of the caller. */
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

export const querySessions = post('/lfscada/user/session/query', {
  may: 'signedIn',
  about: 'Lists the sessions of the account without API keys: the calling one first, then the most recently used.',
  input: nothing,
  output: z.array(Session),
})

export const endSession = post('/lfscada/user/session/end', {
  may: 'signedIn',
  about: 'Ends a session of the account, closes its sockets and stops its requests in progress.',
  input: z.object({ id: z.uuid() }),
  output: done,
})

export const endOtherSessions = post('/lfscada/user/session/endOthers', {
  may: 'signedIn',
  about: 'Ends all sessions of the account except the calling one; answers how many.',
  input: nothing,
  output: z.object({ count: z.number() }),
})
