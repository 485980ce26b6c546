import type { EquipmentConfig, Report } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { save } from '../config/part-save.ts'
import { failureOf } from '../open/config-fault.ts'
import { deleteReport, type ReportDraft, saveReport } from './contract.ts'
import { newColumns, reportFaults, tidy, withColumnIds } from './rules.ts'

/** A valid draft as a report: existing ids stay, new items get new ids. */
async function complete(
  sight: WritableSight,
  draft: ReportDraft,
  config: EquipmentConfig,
  equipmentId: EquipmentId,
  language: Language,
): Promise<Report> {
  const before = config.reports.find(({ id }) => id === draft.id)
  if (draft.id && !before) throw fail('notFound')
  const report = tidy(draft)
  const [fault] = reportFaults(report, config, equipmentId)
  if (fault) throw failureOf(fault, 'report', language)
  const id = before?.id ?? (await sight.draw('report_id', 1))[0]!
  const fresh = await sight.draw('column_id', newColumns(report.columns, before))
  return { ...report, id, columns: withColumnIds(report.columns, before, fresh) }
}

export default [
  serve(saveReport, { kind: 'change' }, async ({ report, ...at }, call) => {
    let reportId = report.id
    const saved = await save(call, at, 'saveReports', async ({ config }) => {
      const draft = await complete(call.sight, report, config, at.equipmentId, call.language)
      reportId = draft.id
      const isKnown = config.reports.some(({ id }) => id === draft.id)
      const reports = isKnown
        ? config.reports.map((each) => (each.id === draft.id ? draft : each))
        : [...config.reports, draft]
      return { config: { ...config, reports }, told: { after: { report: draft.name } } }
    })
    return { ...saved, data: { ...saved.data, reportId: reportId! } }
  }),

  serve(deleteReport, { kind: 'change' }, ({ reportId, ...at }, call) =>
    save(call, at, 'saveReports', async ({ config }) => {
      const gone = config.reports.find(({ id }) => id === reportId)
      if (!gone) throw fail('notFound')
      const reports = config.reports.filter((each) => each !== gone)
      return { config: { ...config, reports }, told: { before: { report: gone.name } } }
    }),
  ),
] satisfies RoomServer
