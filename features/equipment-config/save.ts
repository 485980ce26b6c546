// How a new version comes to be, whatever part of the configuration it changes.

import type { EquipmentConfig, Signal } from '../../contract/equipment-config.ts'
import { fail, failAs, type Language } from '../../contract/errors.ts'
import type { Act } from '../operation-log/contract.ts'
import type { Change, ChangeCall, Operation } from '../serve.ts'
import type { RowFault } from './contract.ts'
import { brokenReport, faultText, type ReportFault, reasonText, withoutSignals } from '../device-report/rules.ts'
import { overCapacity, signalFaults } from '../device-signal/rules.ts'
import { type Head, insertVersion, loadBoundSn, loadName } from './store.ts'

type At = { equipmentId: number; version: number; message?: string | undefined; restored?: number }
type Saved = { version: number; hash: string; config: EquipmentConfig }
export type Draft = {
  config: EquipmentConfig
  /** Place of a variable in the request, for the faults that name rows. */
  indexOf?: (signal: Signal) => number
  /** What the log says besides the counts. */
  told?: { before?: object; after?: object }
}

export const refuseRows = (faults: readonly RowFault[]) => {
  if (faults.length > 0) throw fail('rowsRefused', { count: faults.length }, faults)
}

/** Answers a fault of a report with its field, so that the form shows it there. */
export function refuseReport(fault: ReportFault, language: Language): never {
  const { field } = fault
  const data = { field, reason: faultText(fault, language) }
  if (fault.error === 'badParameter')
    throw fail('badParameter', { field: `report.${field}`, reason: data.reason }, data)
  if (fault.error !== 'formulaWrong') throw failAs(fault, data)
  throw fail('formulaWrong', { at: fault.details.at, reason: reasonText(fault, language) }, data)
}

const words = {
  report: { en: 'history report', 'zh-cn': '历史报表' },
  rule: { en: 'condition or trigger of history report', 'zh-cn': '历史报表的存储条件或触发变量' },
} as const

const inUse = (what: keyof typeof words, name: string, language: Language, why = '') =>
  fail('inUse', { reason: `${words[what][language]} “${name}”${why && `: ${why}`}` })

/** After variables went: their columns and emptied reports go too; what a condition still needs is refused. */
export function reduced(next: EquipmentConfig, before: EquipmentConfig, language: Language): EquipmentConfig {
  const kept = new Set(next.signals.map(({ id }) => id))
  const gone = new Set(before.signals.map(({ id }) => id).filter((id) => !kept.has(id)))
  const { reports, held } = withoutSignals(next.reports, gone)
  if (held[0]) throw inUse('rule', held[0].report.name, language)
  return { ...next, reports }
}

function check(config: EquipmentConfig, equipmentId: number, language: Language, indexOf: (signal: Signal) => number) {
  const over = overCapacity(config)
  if (over) throw fail(over.error, { limit: over.limit })
  refuseRows(signalFaults(config, language, indexOf))
  const broken = brokenReport(config, equipmentId)
  if (broken) throw inUse('report', broken.report.name, language, faultText(broken.fault, language))
}

const counts = ({ drivers, signals, reports }: EquipmentConfig) => ({
  drivers: drivers.length,
  signals: signals.length,
  reports: reports.length,
})

/**
 * The one way a new version comes to be: on the version the person saw, checked as a whole, with its line in the log.
 * A version someone else saved meanwhile answers 10004.
 */
export async function save(
  call: ChangeCall,
  at: At,
  act: Act,
  change: (head: Head) => Promise<Draft>,
): Promise<Change<Saved>> {
  const { sight, user, language } = call
  const { equipmentId, version: base, message, restored } = at
  const name = await loadName(sight, equipmentId, true)
  if (name === undefined) throw fail('equipmentNotFound')
  const saving = { base, author: user, at: call.now(), message, restored }
  let line: Pick<Operation, 'before' | 'after'> = {}
  const result = await insertVersion(sight, equipmentId, saving, async (head) => {
    const { config, indexOf = () => -1, told = {} } = await change(head)
    check(config, equipmentId, language, indexOf)
    line = {
      before: { version: head.version, ...counts(head.config), ...told.before },
      after: { version: head.version + 1, ...counts(config), ...told.after },
    }
    return config
  })
  if ('newest' in result) {
    const { version, savedBy } = result.newest
    throw fail('staleVersion', {}, { version, savedBy })
  }
  const { version, hash, config } = result.saved
  const sn = await loadBoundSn(sight, equipmentId)
  return {
    act,
    object: { type: 'equipment', id: equipmentId, name },
    ...line,
    data: { version, hash, config },
    async afterwards() {
      if (sn) await call.gatewayChanged({ kind: 'bound', sn })
      call.live.keepOnly(equipmentId, new Set(config.signals.map(({ id }) => id)))
    },
  }
}
