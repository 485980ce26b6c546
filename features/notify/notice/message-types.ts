// The messages of this room: announcements.
import type { SentMessages } from '../../frame/message-types.ts'

export default [{ type: 'notice', may: 'signedIn' }] satisfies SentMessages
