// What a device's gateway shall do: its drivers, variables and history reports, saved as immutable versions.
// [S3 Driver, Variable, History report]
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import { Driver, EquipmentConfig, Report, ReportColumn, Signal } from '../../contract/equipment-config.ts'
import { checkedLater, DriverId, EquipmentId, ReportId, SignalId, Version } from '../../contract/fields.ts'
import { aggregations } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { VersionHead, VersionMessage } from '../versioned/contract.ts'

/** A report on its way in: the platform gives ids to it and its columns. */
export const ReportDraft = Report.extend({
  id: ReportId.nullish(),
  // More than a report may have: the rules name 1705 with the number that may be.
  columns: z.array(ReportColumn.omit({ id: true })).max(limits.signalsPerEquipment * aggregations.length),
})
export type ReportDraft = z.output<typeof ReportDraft>

/** A row that is wrong: its place in the request (from 0), the field, and why in the user's language. */
export const RowFault = z.object({
  /** -1: a row that was not in the request but would become wrong by it. */
  index: z.number(),
  name: z.string(),
  field: z.string(),
  reason: z.string(),
})
export type RowFault = z.output<typeof RowFault>

const head = VersionHead.extend({ config: EquipmentConfig })
const at = {
  equipmentId: EquipmentId,
  /** The version the change was made on; a newer one answers 10004. */
  version: Version,
  message: VersionMessage,
}
const saved = z.object({ version: z.number(), hash: z.string(), config: EquipmentConfig })

export const queryConfig = post('/lfscada/equipment/config/query', {
  may: 'equipment:view',
  on: { equipment: 'equipmentId' },
  about: 'The newest version of drivers, variables and history reports of a device, or a given one.',
  input: z.object({ equipmentId: EquipmentId, version: Version.optional() }),
  output: head,
})

export const saveDriver = post('/lfscada/equipment/driver/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Adds a driver (no id) or changes one.',
  input: z.object({ ...at, driver: Driver.extend({ id: DriverId.nullish() }) }),
  output: saved,
})

export const deleteDriver = post('/lfscada/equipment/driver/delete', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Deletes a driver with its variables; reports no longer store them.',
  input: z.object({ ...at, driverId: DriverId }),
  output: saved,
})

export const SignalDraft = Signal.extend({ id: SignalId.nullish() })
export type SignalDraft = z.output<typeof SignalDraft>

export const saveSignals = post('/lfscada/equipment/signal/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  bodyBytes: limits.listBodyBytes,
  about:
    'Adds, changes and removes variables in one version. Wrong rows answer 10006 and are listed in data. ' +
    'Reports no longer store removed variables; 10007 while a condition uses one.',
  input: z.object({
    ...at,
    // Each row is checked by itself, so that all that are wrong are named at once.
    save: z.array(checkedLater(SignalDraft)).max(limits.signalsPerEquipment * 2),
    remove: z.array(SignalId).max(limits.signalsPerEquipment),
  }),
  output: saved,
})

export const importSignals = post('/lfscada/equipment/signal/import', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  bodyBytes: limits.fileBodyBytes,
  about: 'Imports variables from CSV text: rows with a known name change that variable, others are added.',
  input: z.object({ ...at, csv: z.string().max(limits.csvLength), driverId: DriverId }),
  output: saved.extend({ added: z.number(), changed: z.number() }),
})

export const saveReport = post('/lfscada/equipment/report/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  bodyBytes: limits.listBodyBytes,
  about: 'Adds a history report (no id) or changes one. A column keeps its id while variable and aggregation stay.',
  input: z.object({ ...at, report: ReportDraft }),
  output: saved.extend({ reportId: ReportId }),
})

export const deleteReport = post('/lfscada/equipment/report/delete', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Deletes a history report. Data already stored stays readable.',
  input: z.object({ ...at, reportId: ReportId }),
  output: saved,
})

export const queryVersions = post('/lfscada/equipment/version/query', {
  may: 'equipment:view',
  on: { equipment: 'equipmentId' },
  about: "The versions of a device's configuration, newest first.",
  input: z.object({ equipmentId: EquipmentId }),
  output: z.array(VersionHead.extend({ drivers: z.number(), signals: z.number(), reports: z.number() })),
})

export const restoreVersion = post('/lfscada/equipment/version/restore', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Saves an older version as the newest one.',
  input: z.object({ ...at, restore: Version }),
  output: saved,
})
