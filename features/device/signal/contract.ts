// The variables of a device. [S3 Variable]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Signal } from '../../../contract/equipment-config.ts'
import { checkedLater, DriverId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { configAt, savedConfig } from '../config/contract.ts'

/** A fault of a row: its index in the request (from 0), the field, and the reason in the user's language. */
export const RowFault = z.object({
  /** -1: a row outside the request that would become invalid. */
  index: z.number(),
  name: z.string(),
  field: z.string(),
  reason: z.string(),
})
export type RowFault = z.output<typeof RowFault>

export const SignalDraft = Signal.extend({ id: SignalId.nullish() })
export type SignalDraft = z.output<typeof SignalDraft>

export const saveSignals = post('/lfscada/equipment/signal/save', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  heavy: true,
  bodyBytes: limits.listBodyBytes,
  about:
    'Adds, changes and removes variables in one version. Wrong rows answer 10006 and are listed in data. ' +
    'Reports no longer store removed variables; 10007 while a condition uses one.',
  input: z.object({
    ...configAt,
    // Rows are checked one by one in the handler, so that one answer names every invalid row.
    save: z.array(checkedLater(SignalDraft)).max(limits.signalsPerEquipment * 2),
    remove: z.array(SignalId).max(limits.signalsPerEquipment),
  }),
  output: savedConfig,
})

export const importSignals = post('/lfscada/equipment/signal/import', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  heavy: true,
  bodyBytes: limits.fileBodyBytes,
  about: 'Imports variables from CSV text: rows with a known name change that variable, others are added.',
  input: z.object({ ...configAt, csv: z.string().max(limits.csvLength), driverId: DriverId }),
  output: savedConfig.extend({ added: z.number(), changed: z.number() }),
})
