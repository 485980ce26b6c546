// The devices and variables that a page of a project shows to a caller. Pure. Decision 28.
import type { EquipmentId } from '../../../contract/fields.ts'
import { isAmong, type VisibleDevices } from '../../../db/sight.ts'

/** A variable with its device, visible through the project. */
type Placed = { id: number; equipmentId: EquipmentId }

/** A device that the page shows. `isOwn`: the caller can see it without the project. */
export type ShownDevice = { equipmentId: EquipmentId; signalIds: number[]; isOwn: boolean }

/** The requested variables of devices that the caller can see, and those that the page is bound to. */
export const shownOf = <P extends Placed>(found: readonly P[], bound: readonly number[], own: VisibleDevices): P[] => {
  const onPage = new Set(bound)
  return found.filter(({ id, equipmentId }) => isAmong(own, equipmentId) || onPage.has(id))
}

/** Groups variables by device, in the order of `devices`; a device without variables is watched for its gateway. */
export function byDevice(
  devices: readonly EquipmentId[],
  shown: readonly Placed[],
  own: VisibleDevices,
): ShownDevice[] {
  const found = new Map<EquipmentId, ShownDevice>()
  const of = (equipmentId: EquipmentId) => {
    const known = found.get(equipmentId) ?? { equipmentId, signalIds: [], isOwn: isAmong(own, equipmentId) }
    found.set(equipmentId, known)
    return known
  }
  for (const equipmentId of devices) of(equipmentId)
  for (const { id, equipmentId } of shown) of(equipmentId).signalIds.push(id)
  return [...found.values()]
}

/**
 * The devices whose alarms are listed; an empty list means all that the call can see. `tables`: the devices of the
 * page's alarm tables, `asked`: those of the request, empty for all.
 */
export function alarmsOf(
  own: VisibleDevices,
  tables: readonly number[] | 'all',
  asked: readonly EquipmentId[],
): EquipmentId[] | 'none' {
  if (own === 'all' || tables === 'all') return [...asked]
  const onPage = new Set(tables)
  const all = asked.length > 0 ? asked : [...new Set([...own, ...(tables as readonly EquipmentId[])])]
  const shown = all.filter((id) => isAmong(own, id) || onPage.has(id))
  return shown.length > 0 ? shown : 'none'
}

type Calculated = { id: number; inputs: readonly { signalId: number }[] }

/** The variables that are not stored; intermediate variables with at least one such input, or with none. */
export const unstoredOf = (
  signalIds: readonly number[],
  mvars: readonly Calculated[],
  stored: ReadonlySet<number>,
): { signalIds: number[]; mvarIds: number[] } => ({
  signalIds: signalIds.filter((id) => !stored.has(id)),
  mvarIds: mvars
    .filter(({ inputs }) => inputs.length === 0 || inputs.some(({ signalId }) => !stored.has(signalId)))
    .map(({ id }) => id),
})
