import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AlarmCondition, AlarmLevel, AlarmRule, AlarmStep } from '../../../contract/equipment-config.ts'
import type { AccountId, AlarmId, AlarmRuleId, EquipmentId, MvarId, OrgId, SignalId } from '../../../contract/fields.ts'
import type { Value } from '../../../core/data-type.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { AlarmFilterId } from './contract.ts'

type Row = {
  id: AlarmRuleId
  orgId: OrgId
  equipmentId: EquipmentId
  position: number
  name: string
  level: AlarmLevel
  /**
   * Why the platform evaluates the rule. `mvar`: it is over an intermediate variable; null: the gateway or the platform
   * evaluates it, wherever the device's values are available.
   */
  platformKind: 'offline' | 'powerOff' | 'mvar' | null
  spec: JSONColumnType<AlarmRule>
  enabled: boolean
  createdAt: number
  removedAt: number | null
  mvarId: ColumnType<MvarId | null, MvarId | null | undefined, never>
}

type Alarm = {
  id: Generated<AlarmId>
  orgId: OrgId
  equipmentId: EquipmentId
  ruleId: AlarmRuleId
  occurrence: string
  bindingId: number | null
  kind: AlarmCondition['kind']
  level: AlarmLevel
  name: string
  content: string
  signalId: SignalId | null
  unit: string | null
  decimals: number | null
  value: JSONColumnType<{ of: Value | null }> | null
  limitText: string | null
  latched: boolean
  raisedAt: number
  receivedAt: number
  clearedAt: number | null
  isBacklog: Generated<boolean>
  isSilent: Generated<boolean>
  isRepeated: Generated<boolean>
  mvarTitle: ColumnType<string | null, string | null | undefined, never>
  acknowledgedAt: number | null
  acknowledgedBy: AccountId | null
  acknowledgedName: string | null
  comment: string | null
  resetAt: number | null
  isOpen: GeneratedAlways<boolean>
}

type Note = {
  id: Generated<number>
  orgId: OrgId
  alarmId: AlarmId
  at: number
  act: string
  accountId: AccountId | null
  accountName: string | null
  text: string | null
}

type Shelf = {
  ruleId: AlarmRuleId
  orgId: OrgId
  equipmentId: EquipmentId
  kind: 'shelved' | 'outOfService'
  until: number | null
  reason: string
  accountId: AccountId | null
  accountName: string
  at: number
}

type Filter = {
  id: Generated<AlarmFilterId>
  orgId: OrgId
  accountId: AccountId
  isShared: Generated<boolean>
  name: string
  filter: JSONColumnType<object>
  createdAt: number
}

type Step = {
  id: Generated<number>
  orgId: OrgId
  equipmentId: EquipmentId
  alarmId: AlarmId
  position: number
  spec: JSONColumnType<AlarmStep>
  dueAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    alarmRule: Row
    alarm: Alarm
    alarmNote: Note
    alarmShelf: Shelf
    alarmFilter: Filter
    alarmStep: Step
  }
}

export const scopes: Pick<
  RoomScopes,
  'alarmRule' | 'alarm' | 'alarmNote' | 'alarmShelf' | 'alarmFilter' | 'alarmStep'
> = {
  alarmRule: { org: 'orgId', device: 'equipmentId', hasTemplates: true },
  alarm: { org: 'orgId', device: 'equipmentId' },
  alarmNote: { org: 'orgId' },
  alarmShelf: { org: 'orgId', device: 'equipmentId' },
  alarmFilter: { org: 'orgId' },
  alarmStep: { org: 'orgId', device: 'equipmentId' },
}
