// The default view of a device in monitoring. Pure. [S3 display, ruleType]
import type { EquipmentFields, EquipmentRow } from './contract.ts'

type RuleType = EquipmentFields['ruleType']
type Display = EquipmentRow['display']

const ruleTypes: Record<Display, RuleType> = { list: '00', page: '01' }

export const displayOf = ({ ruleType }: { ruleType: RuleType }): Display => (ruleType === '01' ? 'page' : 'list')

/**
 * The rule type of a request that contains rule type, display or both. If they contradict each other, the one that
 * differs from `before` is used: a program that sends back a device after changing one of them leaves the other
 * unchanged.
 */
export function openedBy(
  { ruleType, display }: { ruleType?: RuleType | undefined; display?: Display | null | undefined },
  before: RuleType,
): RuleType {
  const named = display ? ruleTypes[display] : undefined
  return [named, ruleType].find((each) => each !== undefined && each !== before) ?? before
}
