// What a device's gateway shall do: its drivers and variables, saved as immutable versions. [S3 Driver, Variable]
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import { DriverId, EquipmentId, Instant, SignalId, text, Version } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { dataTypes } from '../../core/data-type.ts'

/** A name as formulas and files use it: starts with a letter, letters, digits, underscores. [S5] */
export const Identifier = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/)
  .max(limits.signalNameLength)

const finite = z.number().refine(Number.isFinite)
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined)

export const Driver = z.object({
  id: DriverId,
  name: text(limits.titleLength),
  /** Folder of drivers/, e.g. `modbus-tcp`. */
  type: z.string().min(1).max(40),
  params: z.record(z.string(), z.unknown()),
})
export type Driver = z.output<typeof Driver>

/** A variable. Absent fields have their default. */
export const Signal = z.object({
  id: SignalId,
  driverId: DriverId,
  name: Identifier,
  title: text(limits.titleLength),
  address: text(100),
  dataType: z.enum(dataTypes),
  access: z.enum(['r', 'w', 'rw']).default('r'),
  length: optional(z.number().int().min(1).max(250)),
  unit: optional(z.string().trim().max(limits.unitLength)),
  decimals: optional(z.number().int().min(0).max(8)),
  scale: optional(finite),
  offset: optional(finite),
  /** Bounds of a write and range of the bar. */
  min: optional(finite),
  max: optional(finite),
  normalLow: optional(finite),
  normalHigh: optional(finite),
  group: optional(z.string().trim().max(30)),
  pinned: optional(z.boolean()),
})
export type Signal = z.output<typeof Signal>

export const EquipmentConfig = z.object({ drivers: z.array(Driver), signals: z.array(Signal) })
export type EquipmentConfig = z.output<typeof EquipmentConfig>

/** A row that is wrong: its place in the request (from 0), the field, and why in the user's language. */
export const RowFault = z.object({
  /** -1: a row that was not in the request but would become wrong by it. */
  index: z.number(),
  name: z.string(),
  field: z.string(),
  reason: z.string(),
})
export type RowFault = z.output<typeof RowFault>

const Head = z.object({ version: z.number(), hash: z.string(), savedAt: Instant, savedBy: z.string() })
const head = Head.extend({ config: EquipmentConfig })
const at = {
  equipmentId: EquipmentId,
  /** The version the change was made on; a newer one answers 10004. */
  version: Version,
}
const saved = z.object({ version: z.number(), hash: z.string(), config: EquipmentConfig })

export const queryConfig = post('/lfscada/equipment/config/query', {
  may: 'equipment:view',
  about: 'The newest version of drivers and variables of a device, or a given one.',
  input: z.object({ equipmentId: EquipmentId, version: Version.optional() }),
  output: head,
})

export const saveDriver = post('/lfscada/equipment/driver/save', {
  may: 'equipment:edit',
  about: 'Adds a driver (no id) or changes one.',
  input: z.object({ ...at, driver: Driver.extend({ id: DriverId.nullish() }) }),
  output: saved,
})

export const deleteDriver = post('/lfscada/equipment/driver/delete', {
  may: 'equipment:edit',
  about: 'Deletes a driver with its variables.',
  input: z.object({ ...at, driverId: DriverId }),
  output: saved,
})

export const SignalDraft = Signal.extend({ id: SignalId.nullish() })
export type SignalDraft = z.output<typeof SignalDraft>

export const saveSignals = post('/lfscada/equipment/signal/save', {
  may: 'equipment:edit',
  about: 'Adds, changes and removes variables in one version. Wrong rows answer 10006 with every row named in data.',
  input: z.object({
    ...at,
    save: z.array(z.unknown()).max(limits.signalsPerEquipment * 2),
    remove: z.array(SignalId).max(limits.signalsPerEquipment),
  }),
  output: saved,
})

export const importSignals = post('/lfscada/equipment/signal/import', {
  may: 'equipment:edit',
  about: 'Imports variables from CSV text: rows with a known name change that variable, others are added.',
  input: z.object({ ...at, csv: z.string().max(2_000_000), driverId: DriverId }),
  output: saved.extend({ added: z.number(), changed: z.number() }),
})

export const queryVersions = post('/lfscada/equipment/version/query', {
  may: 'equipment:view',
  about: "The versions of a device's configuration, newest first.",
  input: z.object({ equipmentId: EquipmentId }),
  output: z.array(Head.extend({ drivers: z.number(), signals: z.number() })),
})

export const restoreVersion = post('/lfscada/equipment/version/restore', {
  may: 'equipment:edit',
  about: 'Saves an older version as the newest one.',
  input: z.object({ ...at, restore: Version }),
  output: saved,
})
