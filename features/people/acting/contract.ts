// The organisation that a session acts in: the account's own, or one that authorised devices to it.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { OrgId } from '../../../contract/fields.ts'

export const queryActing = post('/lfscada/org/acting/query', {
  may: 'signedIn',
  about: 'The organisations that the session can act in: the account’s own first, then those whose guest it is.',
  input: nothing,
  output: z.array(z.object({ id: OrgId, name: z.string(), isOwn: z.boolean(), isCurrent: z.boolean() })),
})

export const setActing = post('/lfscada/org/acting/set', {
  may: 'signedIn',
  about: 'Has the session act in another of these organisations.',
  input: z.object({ orgId: OrgId }),
  output: done,
})
