import type { AlarmRule, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import { firstFault } from '../../../contract/input-fault.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { save } from '../config/part-save.ts'
import { type Tellable, tellable } from '../open/alarm-rules-tellable.ts'
import { failureOf, faultText } from '../open/config-fault.ts'
import type { RowFault } from '../signal/contract.ts'
import { rowsRefused } from '../signal/rules.ts'
import { AlarmRuleDraft, deleteAlarmRule, saveAlarmRule, saveAlarmRules } from './contract.ts'
import { alarmFaults, repeatedRules, tidyRule } from './rules.ts'
import { strangersIn } from './step-rules.ts'

const refuse = (faults: readonly RowFault[]): void => {
  const refusal = rowsRefused(faults)
  if (refusal) throw refusal
}

/** Rules of a request; checks the shape first and reports every invalid rule with its index. */
function readRules(rows: readonly unknown[], language: Language): AlarmRuleDraft[] {
  const faults: RowFault[] = []
  const drafts = rows.flatMap((row, index) => {
    const parsed = AlarmRuleDraft.safeParse(row, { reportInput: true })
    if (parsed.success) return [parsed.data]
    const { name } = (row ?? {}) as { name?: unknown }
    faults.push({ index, name: typeof name === 'string' ? name : '', ...firstFault(parsed.error, language) })
    return []
  })
  refuse(faults)
  refuse(repeatedRules(drafts, language))
  return drafts
}

/** Drafts as rules: existing ids stay, new rules get new ids. */
async function withIds(
  sight: WritableSight,
  drafts: readonly AlarmRuleDraft[],
  { alarms }: EquipmentConfig,
): Promise<AlarmRule[]> {
  const known = new Set(alarms.map(({ id }) => id))
  if (drafts.some(({ id }) => id && !known.has(id))) throw fail('notFound')
  const fresh = await sight.draw('alarm_rule_id', drafts.filter(({ id }) => !id).length)
  return drafts.map((draft) => ({ ...tidyRule(draft), id: draft.id ?? fresh.shift()! }))
}

const strangerIn = (rule: AlarmRule, { alarms }: EquipmentConfig, may: Tellable) =>
  strangersIn(
    rule,
    alarms.find(({ id }) => id === rule.id),
    may,
  )

/** Replaces changed rules; appends new ones in their order. */
function put(config: EquipmentConfig, rules: readonly AlarmRule[], gone = new Set<number>()): EquipmentConfig {
  const changed = new Map(rules.map((rule) => [rule.id, rule]))
  const known = new Set(config.alarms.map(({ id }) => id))
  const kept = config.alarms.filter(({ id }) => !gone.has(id)).map((rule) => changed.get(rule.id) ?? rule)
  return { ...config, alarms: [...kept, ...rules.filter(({ id }) => !known.has(id))] }
}

export default [
  serve(saveAlarmRule, { kind: 'change' }, async ({ rule: draft, ...at }, call) => {
    let ruleId = draft.id
    const saved = await save(call, at, 'saveAlarmRules', async ({ config }) => {
      const [rule] = await withIds(call.sight, [draft], config)
      const [fault] = alarmFaults(rule!, config, at.equipmentId)
      const stranger = strangerIn(rule!, config, await tellable(call, at.equipmentId, [rule!]))
      if (fault ?? stranger) throw failureOf((fault ?? stranger)!, 'rule', call.language)
      ruleId = rule!.id
      return { config: put(config, [rule!]), told: { after: { alarmRule: rule!.name } } }
    })
    return { ...saved, data: { ...saved.data, ruleId: ruleId! } }
  }),

  serve(saveAlarmRules, { kind: 'change' }, ({ save: rows, remove, ...at }, call) => {
    const drafts = readRules(rows, call.language)
    return save(call, at, 'saveAlarmRules', async ({ config }) => {
      const known = new Set(config.alarms.map(({ id }) => id))
      if (remove.some((id) => !known.has(id))) throw fail('notFound')
      const rules = await withIds(call.sight, drafts, config)
      const next = put(config, rules, new Set(remove))
      const may = await tellable(call, at.equipmentId, rules)
      refuse(
        rules.flatMap((rule, index) => {
          const fault = alarmFaults(rule, next, at.equipmentId)[0] ?? strangerIn(rule, config, may)
          return fault ? [{ index, name: rule.name, field: fault.field, reason: faultText(fault, call.language) }] : []
        }),
      )
      return { config: next }
    })
  }),

  serve(deleteAlarmRule, { kind: 'change' }, ({ ruleId, ...at }, call) =>
    save(call, at, 'saveAlarmRules', async ({ config }) => {
      const gone = config.alarms.find(({ id }) => id === ruleId)
      if (!gone) throw fail('notFound')
      return { config: put(config, [], new Set([gone.id])), told: { before: { alarmRule: gone.name } } }
    }),
  ),
] satisfies RoomServer
