import type { Generated } from 'kysely'
import type { AlarmLevel, AlarmMethod } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import type { AccountId, AlarmId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { DeliveryReason, DeliveryState } from './contract.ts'

type Delivery = {
  id: Generated<number>
  orgId: OrgId
  equipmentId: EquipmentId
  alarmId: AlarmId
  accountId: AccountId | null
  accountName: string
  method: AlarmMethod
  level: AlarmLevel
  others: Generated<number>
  title: string
  titleEn: string
  note: string
  noteEn: string
  language: Language
  state: DeliveryState
  reason: DeliveryReason | null
  tries: Generated<number>
  dueAt: number
  createdAt: number
  endedAt: number | null
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    delivery: Delivery
  }
}

export const scopes: Pick<RoomScopes, 'delivery'> = { delivery: { org: 'orgId', device: 'equipmentId' } }
