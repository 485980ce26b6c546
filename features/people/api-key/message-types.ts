// The messages of this room: an API key that expires, to its account.
import type { SentMessages } from '../../frame/message-types.ts'

export default [{ type: 'expire', may: 'signedIn' }] satisfies SentMessages
