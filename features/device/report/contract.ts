// The history reports of a device: values that its gateway stores, and when. [S3 History report]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Report, ReportColumn } from '../../../contract/equipment-config.ts'
import { ReportId } from '../../../contract/fields.ts'
import { aggregations } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { configAt, savedConfig } from '../config/contract.ts'

/** A report in a request: the platform assigns the ids of the report and its columns. */
export const ReportDraft = Report.extend({
  id: ReportId.nullish(),
  // More than a report may have, so that the rules can answer 1705 with the limit.
  columns: z.array(ReportColumn.omit({ id: true })).max(limits.signalsPerEquipment * aggregations.length),
})
export type ReportDraft = z.output<typeof ReportDraft>

export const saveReport = post('/lfscada/equipment/report/save', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  heavy: true,
  bodyBytes: limits.listBodyBytes,
  about: 'Adds a history report (no id) or changes one. A column keeps its id while variable and aggregation stay.',
  input: z.object({ ...configAt, report: ReportDraft }),
  output: savedConfig.extend({ reportId: ReportId }),
})

export const deleteReport = post('/lfscada/equipment/report/delete', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'Deletes a history report. Data already stored stays readable.',
  input: z.object({ ...configAt, reportId: ReportId }),
  output: savedConfig,
})
