// Whether a row of the sheet shows a live value: the value belongs to the saved variable, and only if the gateway runs
// that version. Pure.
import type { z } from 'zod'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { SyncChange } from '../../gateway/gateway/contract.ts'
import { isNew, type SheetColumn, type SheetRow, sheetColumns } from './sheet.ts'

/** Why a row shows no live value; undefined if it shows one. */
type NoLive = 'notSaved' | 'notSynced' | 'noGateway' | undefined

type Change = Pick<z.output<typeof SyncChange>, 'kind' | 'object' | 'name'>
export type Running = 'unbound' | 'unknown' | 'match' | readonly Change[]

/** Columns of names and display: they do not affect what the gateway reads. */
const shown: readonly string[] = [
  ...['name', 'title', 'unit', 'decimals', 'texts', 'min', 'max', 'normalLow', 'normalHigh', 'group', 'pinned'],
]
const read: readonly SheetColumn[] = sheetColumns.filter((column) => !shown.includes(column))

/** Ids of saved variables that the gateway does not run as saved. */
export function notRunning({ drivers, signals }: EquipmentConfig, running: Running): ReadonlySet<number> {
  if (running === 'match') return new Set()
  if (typeof running === 'string') return new Set(signals.map(({ id }) => id))
  const named = (object: Change['object']) =>
    new Set(running.flatMap((change) => (change.object === object && change.kind !== 'removed' ? [change.name] : [])))
  const [changed, changedDrivers] = [named('signal'), named('driver')]
  const others = new Set(drivers.flatMap(({ id, name }) => (changedDrivers.has(name) ? [id] : [])))
  return new Set(signals.flatMap(({ id, name, driverId }) => (changed.has(name) || others.has(driverId) ? [id] : [])))
}

/** Whether the gateway runs the driver as saved; otherwise its faults belong to another configuration. */
export const runsDriver = (running: Running, name: string): boolean =>
  running === 'match' ||
  (typeof running !== 'string' &&
    !running.some((change) => change.object === 'driver' && change.kind !== 'removed' && change.name === name))

/** Whether a row may show its live value; returns the reason if not. */
export function noLiveOf(
  row: SheetRow,
  saved: SheetRow | undefined,
  { isBound, waiting }: { isBound: boolean; waiting: ReadonlySet<number> },
): NoLive {
  if (isNew(row) || !saved || read.some((column) => row.cells[column] !== saved.cells[column])) return 'notSaved'
  if (!isBound) return 'noGateway'
  return waiting.has(row.key) ? 'notSynced' : undefined
}
