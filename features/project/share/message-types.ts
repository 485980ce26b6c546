// The messages of this room: the end of the sharing of a project.
import type { SentMessages } from '../../frame/message-types.ts'

export default [{ type: 'expire', may: 'share:edit' }] satisfies SentMessages
