// The initial state of the platform's alarm evaluation for a device: its rules, its active alarms and the last reading
// of each variable, from this process, from the saved live values, or from history. History is committed before it is
// acknowledged, so that no reading is missed that the gateway will not send again.
import type { Kysely } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { gather } from '../../../signal/cloud/gather.ts'
import { type JudgingNeeds, runsText } from '../../../signal/cloud/judging.ts'
import type { LiveTable } from '../../../signal/cloud/live-table.ts'
import type { History } from '../../../signal/history/history.ts'
import { signalsOf } from '../../../signal/judge/rule.ts'
import type { SignalReading } from '../../../signal/store/reading.ts'
import { allJudgedHere, loadColumns, loadLastAlarms, loadRules, type WhoJudges, whoJudges } from './judge-store.ts'

type Needs = {
  db: Kysely<DB>
  live: Pick<LiveTable, 'get'>
  history: Pick<History, 'at'>
  recall(orgId: number, equipmentIds: readonly EquipmentId[]): Promise<void>
  /** Resolves when all events so far are in the list; rejects while that is impossible. */
  settled(): Promise<void>
  now(): number
}

/** Older readings are treated as unknown. */
const lookbackMs = 24 * 3600_000

export function judgeHere({ db, live, history, recall, settled, now }: Needs): Pick<JudgingNeeds, 'load' | 'all'> {
  const who = gather((sns: readonly string[]) => whoJudges(db, sns))

  /** The last readings of the variables; if a variable has several, the newest is last. */
  async function lastReadings(
    { orgId, equipmentId, gatewayId, boundAt }: WhoJudges,
    signalIds: readonly number[],
  ): Promise<SignalReading[]> {
    const columns = await loadColumns(db, equipmentId, signalIds)
    const at = now()
    const scope = { orgId, equipmentId, gatewayIds: [gatewayId], columnIds: columns.map(({ id }) => id) }
    const stored = columns.length === 0 ? [] : (await history.at({ ...scope, at, lookbackMs })).data
    await recall(orgId, [equipmentId])
    const heard = signalIds.map((signalId) => ({ signalId, reading: live.get(equipmentId, signalId) }))
    const known = stored.map((reading, i) => ({
      signalId: columns[i]!.signalId as number,
      reading: reading ?? undefined,
    }))
    return [...known, ...heard].flatMap(({ signalId, reading }) => {
      if (!reading || reading.at < boundAt) return []
      const { value, code, at } = reading
      return [{ signalId, reading: { value, code, at } }]
    })
  }

  return {
    async load(sn) {
      await settled()
      const found = await who(sn)
      const runs = runsText(found ?? { abilities: null, configHash: null, configBindingId: null })
      if (!found?.here) return { runs, here: undefined }
      const { orgId, equipmentId, bindingId, boundAt } = found
      const { rules, savedAt } = await loadRules(db, equipmentId)
      const last = await loadLastAlarms(db, equipmentId, bindingId)
      const readings = await lastReadings(found, [...new Set(rules.flatMap(signalsOf))])
      const standing = last.filter(({ stands }) => stands).map(({ ruleId, alarm }) => ({ ruleId, alarm }))
      const turnedAt = new Map(last.map((each) => [each.ruleId, each.turnedAt]))
      const since = Math.max(boundAt, savedAt)
      return { runs, here: { orgId, equipmentId, bindingId, boundAt, since, rules, standing, turnedAt, readings } }
    },
    all: () => allJudgedHere(db),
  }
}
