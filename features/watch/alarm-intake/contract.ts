// A change of the alarm list that the intake passes on after storing it.
import type { AlarmLevel } from '../../../contract/equipment-config.ts'
import type { AlarmId, AlarmRuleId, EquipmentId, OrgId } from '../../../contract/fields.ts'

/** An alarm that was raised or cleared; `at`: epoch ms. */
export type AlarmChange = {
  kind: 'raised' | 'cleared'
  id: AlarmId
  orgId: OrgId
  equipmentId: EquipmentId
  ruleId: AlarmRuleId
  signalId: number | null
  level: AlarmLevel
  name: string
  content: string
  at: number
  isBacklog: boolean
}
