// Bulk operations on devices: export to a spreadsheet, import with a preview, copies of one device. Long operations are
// jobs with progress. [S4 Import, copy] [S8 1105-1107]
import { z } from 'zod'
import { done, download, nothing, post } from '../../../contract/endpoint.ts'
import { EquipmentId, GroupId, Instant, idOf, maybeText, numeric, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { queryEquipments } from '../equipment/contract.ts'
import { hasNumber } from './rules.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    FleetJobId: true
  }
}
export const FleetJobId = idOf('FleetJobId')
export type FleetJobId = z.output<typeof FleetJobId>

declare module '../../../contract/endpoint.ts' {
  interface Objects {
    fleetJob: FleetJobId
  }
}

const fileFormats = ['xlsx', 'csv'] as const

export const exportEquipments = download('/lfscada/equipment/multi/export', {
  may: 'equipment:view',
  on: { group: 'groupId' },
  templates: 'all',
  heavy: true,
  about: 'The devices of a filter with all their fields as a workbook or as CSV; the same columns are imported again.',
  input: queryEquipments.input.omit({ pageNo: true, pageSize: true }).extend({ format: z.enum(fileFormats) }),
})

export const equipmentTemplateFile = download('/lfscada/equipment/multi/import/template', {
  may: 'equipment:view',
  about: 'An empty file with the columns that an import understands.',
  input: z.object({ format: z.enum(fileFormats) }),
})

const file = {
  name: text(100),
  /** Content of the file in base64: a workbook (xlsx), or CSV in UTF-8, UTF-16 or GBK. */
  content: z.string().max(limits.fileBodyBytes),
}

/** An invalid cell. Column and reason are in the caller's language. */
const RowFault = z.object({ line: z.number(), name: z.string(), column: z.string(), reason: z.string() })

const RowChange = z.object({
  line: z.number(),
  name: z.string(),
  kind: z.enum(['added', 'changed']),
  fields: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
})

export const lookAtImport = post('/lfscada/equipment/multi/import/look', {
  may: 'equipment:add',
  templates: 'all',
  heavy: true,
  bodyBytes: limits.fileBodyBytes + 64 * 1024,
  about: 'Previews the import of a file of devices: the changes, and every invalid cell. Nothing is saved.',
  input: z.object(file),
  output: z.object({
    /** Missing required columns, and unknown columns, which are ignored. */
    missing: z.array(z.string()),
    unknown: z.array(z.string()),
    counts: z.object({ added: z.number(), changed: z.number(), same: z.number(), bad: z.number() }),
    /** The changes of the first rows. */
    changes: z.array(RowChange),
    faults: z.array(RowFault),
  }),
})

export const startImport = post('/lfscada/equipment/multi/import/start', {
  may: 'equipment:add',
  templates: 'all',
  heavy: true,
  bodyBytes: limits.fileBodyBytes + 64 * 1024,
  about: 'Imports the devices of a file as a job. With a wrong row nothing is imported, unless such rows are left out.',
  input: z.object({ ...file, withoutBad: z.boolean().default(false) }),
  output: z.object({ id: FleetJobId }),
})

export const copyEquipment = post('/lfscada/equipment/multi/copy', {
  may: 'equipment:add',
  on: { equipment: 'id', group: 'groupId' },
  about:
    'Copies a device with its configuration, passwords of its drivers and pages to new ones, as a job. `pattern` names them: ' +
    '`Pump {n}`, `{nn}` with two digits. `series`: of the gateways that the copies are wanted for; another one than the original’s is refused, 1105.',
  input: z.object({
    id: EquipmentId,
    pattern: text(50)
      .refine(hasNumber, { params: { en: 'needs a number: {n}', zh: '须包含序号 {n}' } })
      // The pattern is stated for the API description.
      .meta({ pattern: '\\{n{1,6}\\}' }),
    first: numeric(z.number().int().min(0).max(100_000)).default(1),
    count: numeric(z.number().int().min(1).max(limits.fleetCopies)),
    groupId: GroupId.nullable().default(null),
    series: maybeText(20),
  }),
  output: z.object({ id: FleetJobId }),
})

const jobKinds = ['copy', 'import'] as const
export type JobKind = (typeof jobKinds)[number]
const jobStatuses = ['running', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]
const itemStates = ['waiting', 'done', 'failed', 'cancelled'] as const
export type ItemState = (typeof itemStates)[number]

export const FleetJob = z.object({
  id: FleetJobId,
  kind: z.enum(jobKinds),
  /** State of a job. `failed`: at least one device could not be created or changed; the others were. */
  status: z.enum(jobStatuses),
  title: z.string(),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  author: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type FleetJob = z.output<typeof FleetJob>

export const queryFleetJobs = post('/lfscada/equipment/multi/job/query', {
  may: 'equipment:view',
  about:
    'Lists imports and copies of the account, newest first; for accounts that see all devices, those of the organisation.',
  input: nothing,
  output: z.array(FleetJob),
})

export const fleetJobFaults = post('/lfscada/equipment/multi/job/faults', {
  may: 'equipment:view',
  on: { fleetJob: 'id' },
  about: 'Lists the devices of a job that could not be added or changed, each with the reason.',
  input: z.object({ id: FleetJobId }),
  output: z.array(z.object({ line: z.number(), name: z.string(), code: z.number(), reason: z.string() })),
})

export const cancelFleetJob = post('/lfscada/equipment/multi/job/cancel', {
  may: 'equipment:add',
  on: { fleetJob: 'id' },
  about: 'Cancels a job: finished devices stay, waiting ones are not started.',
  input: z.object({ id: FleetJobId }),
  output: done,
})
