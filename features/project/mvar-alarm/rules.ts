// Intermediate variables in the form of device variables for alarm rules, and faults of rules over them. Pure.
import type { AlarmRule, EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { GatewayRule } from '../../../contract/gateway-config.ts'
import type { AlarmRuleDraft } from '../../device/alarm-rules/contract.ts'
import { alarmFaults, gatewayRuleOf } from '../../device/alarm-rules/rules.ts'
import type { Mvar } from '../../watch/mvar/contract.ts'
import type { idleReasons } from './contract.ts'

type Calculated = Pick<Mvar, 'id' | 'title' | 'unit' | 'decimals'>

/** The variable that rules refer to, by its own id. Without decimals it is an integer and can have states. */
export const signalOf = ({ id, title, unit, decimals }: Calculated): Signal => {
  const dataType = decimals === 0 ? 'int32' : 'float64'
  const shown = { ...(unit !== null && { unit }), ...(decimals !== null && { decimals: Math.min(8, decimals) }) }
  return {
    id,
    driverId: id,
    name: 'value',
    title,
    address: 'value',
    dataType,
    access: 'r',
    ...shown,
  } as unknown as Signal
}

/** All faults of a rule; `others` are the other rules over the same variable. */
export function mvarAlarmFaults(rule: AlarmRuleDraft, mvar: Calculated, others: readonly AlarmRule[]) {
  const config: EquipmentConfig = {
    drivers: [],
    signals: [signalOf(mvar)],
    reports: [],
    alarms: [...others],
    scripts: [],
  }
  return alarmFaults(rule, config, mvar.id)
}

/** Whether a condition can be over an intermediate variable; other kinds refer to devices or their variables. */
export const isOfMvar = ({ condition: { kind } }: Pick<AlarmRuleDraft, 'condition'>): boolean =>
  kind === 'limit' || kind === 'state' || kind === 'rate'

/** The rule in the evaluator's form; the variable is `${id.id}`. */
export const judgedRule = (rule: AlarmRule, mvar: Calculated): GatewayRule | undefined =>
  gatewayRuleOf(rule, new Map([[mvar.id as number, signalOf(mvar)]]), mvar.id)

/** Facts about a variable that a formula uses. */
export type InputFacts = {
  equipmentId: number
  signalId: number
  isReadable: boolean
  isInProject: boolean
  isStored: boolean
}

/** Why a formula is not evaluated; `named`: all variables that it uses. */
export function idleOf(
  named: readonly { equipmentId: number; signalId: number }[],
  facts: readonly InputFacts[],
): (typeof idleReasons)[number] | null {
  const known = new Map(facts.map((each) => [`${each.equipmentId}.${each.signalId}`, each]))
  const inputs = named.map(({ equipmentId, signalId }) => known.get(`${equipmentId}.${signalId}`))
  if (inputs.some((each) => !each?.isReadable || !each.isInProject)) return 'input'
  return inputs.every((each) => each?.isStored) ? null : 'unstored'
}
