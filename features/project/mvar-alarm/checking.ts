// Checks of a rule over an intermediate variable, before it is saved or tried.
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import { AlarmRuleId, type EquipmentId, type MvarId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import type { Sight } from '../../../db/sight.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import type { AlarmRuleDraft } from '../../device/alarm-rules/contract.ts'
import { tidyRule } from '../../device/alarm-rules/rules.ts'
import { strangersIn, tellable } from '../../device/open/alarm-rules-tellable.ts'
import { failureOf } from '../../device/open/config-fault.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { inputsOf, loadMvar } from '../../watch/open/mvar-explained.ts'
import { loadInputs } from '../../watch/open/mvar-inputs.ts'
import type { StoredMvar } from '../../watch/open/mvar-rewrite.ts'
import { type InputFacts, idleOf, isOfMvar, mvarAlarmFaults } from './rules.ts'
import { loadFacts } from './store.ts'

export async function foundMvar(sight: Sight, id: MvarId): Promise<StoredMvar> {
  const mvar = await loadMvar(sight, id)
  if (!mvar) throw fail('notFound', {}, { field: 'mvarId' })
  return mvar
}

/**
 * Why the formula of an intermediate variable cannot be evaluated, and the inputs that no report stores, by name if the
 * caller can see them.
 */
export async function inputsKnown(sight: Sight, mvar: StoredMvar) {
  const named = inputsOf(mvar.formula)
  const ids = named.map(({ signalId }) => signalId)
  const facts = await loadFacts(sight, mvar.id, ids)
  const seen = new Map((await loadInputs(sight, mvar.projectId, ids)).map((each) => [each.signalId, each]))
  const nameOf = ({ signalId }: Pick<InputFacts, 'signalId'>) => {
    const input = seen.get(signalId)
    return input ? `${input.subTitle} · ${input.title}` : `#${signalId}`
  }
  return { idle: idleOf(named, facts), unstored: facts.filter(({ isStored }) => !isStored).map(nameOf) }
}

/** The normalised rule, with its id or a placeholder. Throws a fault of its condition. */
export function checkedCondition(draft: AlarmRuleDraft, mvar: StoredMvar, language: Language): AlarmRule {
  if (!isOfMvar(draft)) throw badField('rule.condition.kind', 'notAllowed', language)
  const fault = mvarAlarmFaults(draft, mvar, []).find(({ field }) => field.startsWith('condition'))
  if (fault) throw failureOf(fault, 'rule', language)
  return { ...tidyRule(draft), id: draft.id ?? AlarmRuleId.parse(1) }
}

type Given = { mvar: StoredMvar; equipmentId: EquipmentId; rule: AlarmRule; others: readonly AlarmRule[] }

/** Throws the reason why the rule cannot be saved. */
export async function mustBeSound(call: ChangeCall, { mvar, equipmentId, rule, others }: Given): Promise<void> {
  const { language } = call
  const [fault] = mvarAlarmFaults(rule, mvar, others)
  const before = others.find(({ id }) => id === rule.id)
  const stranger = strangersIn(rule, before, await tellable(call, equipmentId, [rule]))
  if (fault ?? stranger) throw failureOf((fault ?? stranger)!, 'rule', language)
  if (rule.enabled === false) return
  const { idle, unstored } = await inputsKnown(call.sight, mvar)
  if (unstored.length > 0) throw fail('inputsUnstored', { names: joinWords(unstored, language) }, { field: 'rule' })
  if (idle !== null) throw fail('formulaIdle', {}, { field: 'rule' })
}
