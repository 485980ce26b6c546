import { fail } from '../../../contract/errors.ts'
import { AlarmRuleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { alarmFaults, tidyRule } from '../alarm-rules/rules.ts'
import { failureOf } from '../open/config-fault.ts'
import { maxBacktestMs, tryAlarmRule } from './contract.ts'
import { tryRule } from './device-backtest.ts'
import { loadConfig } from './store.ts'

/** Placeholder id for a rule in a backtest. */
const triedId = AlarmRuleId.parse(1)

export default [
  serve(tryAlarmRule, async ({ equipmentId, rule: draft, from, to }, call) => {
    if (to < from) throw fail('endBeforeStart')
    if (to - from > maxBacktestMs) throw fail('spanTooLong', { days: limits.triedDays })
    const config = await loadConfig(call.sight, equipmentId)
    const rule = { ...tidyRule(draft), id: triedId }
    // Only faults of the condition matter for a backtest; name and message do not.
    const fault = alarmFaults(rule, config, equipmentId).find(({ field }) => field.startsWith('condition'))
    if (fault) throw failureOf(fault, 'rule', call.language)
    // A range that ends in the future is cut at the present time.
    const now = call.now()
    return tryRule(call, { equipmentId, rule, config, from: Math.min(from, now), to: Math.min(to, now) })
  }),
] satisfies RoomServer
