// The messages of this room: alarms.
import type { SentMessages } from '../../frame/message-types.ts'

export default [{ type: 'alarm', may: 'alarm:view' }] satisfies SentMessages
