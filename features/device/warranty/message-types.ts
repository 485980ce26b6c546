// The messages of this room: the end of a warranty.
import type { SentMessages } from '../../frame/message-types.ts'

export default [{ type: 'expire', may: 'equipment:view' }] satisfies SentMessages
