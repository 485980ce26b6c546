// Which intermediate variables the platform evaluates for alarms, and their initial state. Every input must be
// readable, on a device of the project, and stored by a history report.
import type { Kysely } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { JudgedMvar, MvarBegin, MvarJudgingNeeds, MvarRules } from '../../../signal/cloud/mvar-judging.ts'
import type { History } from '../../../signal/history/history.ts'
import type { SignalReading } from '../../../signal/store/reading.ts'
import { expressionOf, inputsOf } from '../../watch/mvar/rules.ts'
import { gapsOf } from '../../watch/open/history-gaps.ts'
import {
  loadActiveAlarms,
  loadGateways,
  loadLastAlarms,
  loadNamed,
  loadRuled,
  loadStoring,
  type NamedSignal,
  type RuledMvar,
} from './judge-store.ts'
import { judgedRule } from './rules.ts'

type Needs = {
  db: Kysely<DB>
  history: Pick<History, 'at'>
  recall(orgId: number, equipmentIds: readonly EquipmentId[]): Promise<void>
  /** Resolves when all events so far are in the list; rejects while that is impossible. */
  settled(): Promise<void>
  now(): number
}

/** Older readings are treated as unknown. */
const lookbackMs = 24 * 3600_000
/** Number of intermediate variables per history query. */
const atOnce = 200

type Gaps = { stored: ReadonlySet<number>; gaps: ReadonlyMap<number, number> }

/** The rules to evaluate for an intermediate variable; empty if it cannot be calculated. */
function judgedOf(mvar: RuledMvar, named: ReadonlyMap<number, NamedSignal>, { stored, gaps }: Gaps): JudgedMvar[] {
  const { id, orgId, projectId, since } = mvar
  const inputs = inputsOf(mvar).flatMap(({ equipmentId, signalId }) => {
    const signal = named.get(signalId)
    const isJudged = signal?.equipmentId === equipmentId && signal.projects.includes(projectId) && stored.has(signalId)
    return isJudged ? [{ equipmentId: signal.equipmentId, signalId, gapMs: gaps.get(signalId) ?? null }] : []
  })
  const rules = mvar.rules.flatMap(({ equipmentId, spec }) => {
    const rule = judgedRule(spec, mvar)
    return rule ? [{ equipmentId, rule }] : []
  })
  if (inputs.length < inputsOf(mvar).length || rules.length === 0) return []
  return [{ id, orgId, expression: expressionOf({ calcType: mvar.calcType, text: mvar.text }), inputs, rules, since }]
}

export function judgeMvars({ db, history, recall, settled, now }: Needs): Pick<MvarJudgingNeeds, 'rules' | 'begin'> {
  /** The last stored readings of inputs of one organisation. */
  async function lastReadings(orgId: number, inputs: JudgedMvar['inputs']): Promise<SignalReading[]> {
    const devices = [...new Set(inputs.map(({ equipmentId }) => equipmentId))]
    await recall(orgId, devices)
    const columns = await loadStoring(
      db,
      inputs.map(({ signalId }) => signalId),
    )
    if (columns.length === 0) return []
    const gatewayIds = await loadGateways(db, devices)
    const columnIds = columns.map(({ id }) => id)
    const { data } = await history.at({ orgId, equipmentId: devices, gatewayIds, columnIds, at: now(), lookbackMs })
    return data.flatMap((reading, i) => {
      if (!reading) return []
      const { value, code, at } = reading
      return [{ signalId: columns[i]!.signalId, reading: { value, code, at } }]
    })
  }

  async function beginSome(mvars: readonly JudgedMvar[], begun: Map<number, MvarBegin>): Promise<void> {
    const last = await loadLastAlarms(
      db,
      mvars.map(({ id }) => id),
    )
    const byOrg = new Map<number, JudgedMvar[]>()
    for (const mvar of mvars) byOrg.set(mvar.orgId, [...(byOrg.get(mvar.orgId) ?? []), mvar])
    for (const [orgId, own] of byOrg) {
      const read = await lastReadings(
        orgId,
        own.flatMap(({ inputs }) => inputs),
      )
      for (const { id, inputs } of own) {
        const alarms = last.filter(({ mvarId }) => mvarId === id)
        const ids = new Set(inputs.map(({ signalId }) => signalId))
        begun.set(id, {
          standing: alarms.filter(({ stands }) => stands).map(({ ruleId, alarm }) => ({ ruleId, alarm })),
          turnedAt: new Map(alarms.map(({ ruleId, turnedAt }) => [ruleId, turnedAt])),
          readings: read.filter(({ signalId }) => ids.has(signalId)),
        })
      }
    }
  }

  return {
    async rules(): Promise<MvarRules> {
      await settled()
      const ruled = await loadRuled(db)
      const standing = await loadActiveAlarms(db)
      if (ruled.length === 0) return { mvars: [], standing, online: new Map() }
      const ids = [...new Set(ruled.flatMap((mvar) => inputsOf(mvar).map(({ signalId }) => signalId)))]
      const named = new Map((await loadNamed(db, ids)).map((each) => [each.signalId, each]))
      const columns = await loadStoring(db, ids)
      const stored = new Set(columns.map(({ signalId }) => signalId))
      const gaps = { stored, gaps: gapsOf(columns, now()) }
      const online = new Map<EquipmentId, number>()
      for (const { equipmentId, onlineSince } of named.values())
        if (onlineSince !== null) online.set(equipmentId, Number(onlineSince))
      return { mvars: ruled.flatMap((mvar) => judgedOf(mvar, named, gaps)), standing, online }
    },
    async begin(mvars) {
      const begun = new Map<number, MvarBegin>()
      for (let from = 0; from < mvars.length; from += atOnce) await beginSome(mvars.slice(from, from + atOnce), begun)
      return begun
    },
  }
}
