// Alarm rules of a device without a database, beside the variables of testkit/report-config: for tests of their rules.
import { AlarmRule, type EquipmentConfig } from '../contract/equipment-config.ts'
import { AlarmRuleDraft } from '../features/device/alarm-rules/contract.ts'
import { config } from './report-config.ts'

const aboveFive = { kind: 'limit', signalId: 1, is: 'above', limit: 5 } as const

/** The first variable above 5, by default. */
export const ruleDraft = (change: object = {}): AlarmRuleDraft =>
  AlarmRuleDraft.parse({ name: 'A', level: 'important', condition: aboveFive, ...change })

/** An alarm rule in the form in which it is saved. */
export const rule = (id: number, change: object = {}): AlarmRule =>
  AlarmRule.parse({ ...ruleDraft({ name: `A${id}`, ...change }), id })

export const alarmConfig = (...alarms: AlarmRule[]): EquipmentConfig => ({ ...config(), alarms })
