import type { EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { Up } from '../../../contract/topics.ts'
import { token } from '../../frame/token.ts'

type Source = { sn: string; orgId: OrgId; equipmentId: EquipmentId }

export type WritesTaker = {
  /** Logs the writes of a message, or keeps the message while the database is unreachable. */
  take(of: Source, message: Up['writes']): Promise<void>
  /** Logs the messages kept so far. */
  retry(): Promise<void>
}
export const gatewayWrites = token<WritesTaker>('gateway writes')
