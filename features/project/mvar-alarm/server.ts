import type { AlarmRule } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { AlarmRuleId, EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { isAmong, type Sight } from '../../../db/sight.ts'
import { maxBacktestMs } from '../../device/alarm-backtest/contract.ts'
import { tidyRule } from '../../device/alarm-rules/rules.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { mvarRulesChanged } from '../../frame/spine-services.ts'
import { inputsOf } from '../../watch/mvar/rules.ts'
import { checkedCondition, foundMvar, inputsKnown, mustBeSound } from './checking.ts'
import {
  deleteMvarAlarm,
  type idleReasons,
  type MvarAlarmRule,
  maxMvarAlarms,
  queryMvarAlarms,
  saveMvarAlarm,
  tryMvarAlarm,
} from './contract.ts'
import { countRules, insertRule, loadDevices, loadRules, removeRule, type StoredRule, updateRule } from './store.ts'
import { tryMvarRule } from './try.ts'

type Idle = (typeof idleReasons)[number] | null

const shownRule = ({ rule, isInProject, ...at }: StoredRule, idle: Idle): MvarAlarmRule => ({
  ...{ ...rule, ...at },
  idle: rule.enabled === false ? null : isInProject ? idle : 'device',
})

/** Devices where a rule may be placed, that of the first input first as the default. */
async function devicesFor(
  sight: Sight,
  projectId: ProjectId,
  first: number | undefined,
  may: (id: EquipmentId) => boolean,
) {
  const devices = (await loadDevices(sight, projectId)).filter(({ equipmentId }) => may(equipmentId))
  const place = ({ equipmentId }: { equipmentId: number }) => (equipmentId === first ? 0 : 1)
  return devices.sort((a, b) => place(a) - place(b))
}

const objectOf = ({ id, title }: { id: number; title: string }) => ({ type: 'mvar', id, name: title }) as const
const told = ({ rule: { name, condition, level, enabled = true }, equipmentName: device }: Told) => ({
  ...{ alarmRule: name, device, condition, level, enabled },
})
type Told = Pick<StoredRule, 'equipmentName'> & { rule: AlarmRule }

async function ruleOf(
  sight: Sight,
  mvar: { id: Parameters<typeof loadRules>[1]; projectId: ProjectId },
  id: AlarmRuleId,
) {
  const before = (await loadRules(sight, mvar.id, mvar.projectId)).find(({ rule }) => rule.id === id)
  if (!before) throw fail('notFound', {}, { field: 'ruleId' })
  return before
}

export default [
  serve(queryMvarAlarms, async ({ mvarId }, { sight, user }) => {
    const mvar = await foundMvar(sight, mvarId)
    const { idle, unstored } = await inputsKnown(sight, mvar)
    const first = inputsOf(mvar.formula)[0]?.equipmentId
    const rules = (await loadRules(sight, mvarId, mvar.projectId)).map((each) => shownRule(each, idle))
    return {
      rules,
      devices: await devicesFor(sight, mvar.projectId, first, (id) => isAmong(user.writable, id)),
      unstored,
    }
  }),

  serve(saveMvarAlarm, { kind: 'change' }, async ({ mvarId, equipmentId, rule: draft }, call) => {
    const { sight, now, language } = call
    await sight.lock('mvar')
    const mvar = await foundMvar(sight, mvarId)
    const rules = await loadRules(sight, mvarId, mvar.projectId)
    const before = draft.id ? rules.find(({ rule }) => rule.id === draft.id) : undefined
    if (draft.id && !before) throw fail('notFound', {}, { field: 'rule.id' })
    if (!before && (await countRules(sight, mvarId)) >= maxMvarAlarms)
      throw fail('mvarAlarmCapacity', { limit: maxMvarAlarms })
    const device = (await loadDevices(sight, mvar.projectId)).find((each) => each.equipmentId === equipmentId)
    if (!device) throw fail('notFound', {}, { field: 'equipmentId' })
    checkedCondition(draft, mvar, language)
    // Moving a rule to another device creates a new rule; the active alarm of the old one is cleared.
    const isKept = before?.equipmentId === equipmentId
    const id = isKept ? before.rule.id : (await sight.draw('alarm_rule_id', 1))[0]!
    const rule = { ...tidyRule(draft), id } as AlarmRule
    const others = rules.map((each) => each.rule).filter((each) => each.id !== before?.rule.id)
    await mustBeSound(call, { mvar, equipmentId, rule, others: isKept ? [...others, before.rule] : others })
    const isDone = isKept ? await updateRule(sight, rule) : !before || (await removeRule(sight, before.rule.id, now()))
    if (!isDone) throw fail('noWritePermission')
    if (!isKept) await insertRule(sight, { mvarId, equipmentId, rule, at: now() })
    return {
      ...{ act: 'saveMvarAlarm', object: objectOf(mvar) },
      ...(before && { before: told(before) }),
      after: told({ rule, equipmentName: device.name }),
      data: { ruleId: id },
      afterwards: call.use(mvarRulesChanged),
    }
  }),

  serve(deleteMvarAlarm, { kind: 'change' }, async ({ mvarId, ruleId }, call) => {
    const { sight, now } = call
    const mvar = await foundMvar(sight, mvarId)
    const before = await ruleOf(sight, mvar, ruleId)
    if (!(await removeRule(sight, ruleId, now()))) throw fail('noWritePermission')
    const object = objectOf(mvar)
    return { act: 'deleteMvarAlarm', object, before: told(before), data: null, afterwards: call.use(mvarRulesChanged) }
  }),

  serve(tryMvarAlarm, async ({ mvarId, rule: draft, from, to }, call) => {
    if (to < from) throw fail('endBeforeStart')
    if (to - from > maxBacktestMs) throw fail('spanTooLong', { days: limits.triedDays })
    const mvar = await foundMvar(call.sight, mvarId)
    const rule = checkedCondition(draft, mvar, call.language)
    // A range that ends in the future is cut at the present time.
    const now = call.now()
    return tryMvarRule(call, { mvar, rule, from: Math.min(from, now), to: Math.min(to, now) })
  }),
] satisfies RoomServer
