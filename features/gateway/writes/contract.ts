import type { Up } from '../../../contract/topics.ts'
import type { GatewaySession } from '../../../signal/cloud/gateway-book.ts'
import { token } from '../../frame/token.ts'

export type WritesTaker = {
  /** Logs the writes of a message, or keeps the message while the database is unreachable. */
  take(session: GatewaySession, message: Up['writes']): Promise<void>
  /** Logs the messages kept so far. */
  retry(): Promise<void>
}
export const gatewayWrites = token<WritesTaker>('gateway writes')
