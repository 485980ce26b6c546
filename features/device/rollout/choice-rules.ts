// The devices of a rollout: which, in which order, in which wave. Pure.
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { planRollout } from './contract.ts'
import { lostInAll, nothingLost, plus } from './plan-rules.ts'
import { wavesOf } from './rules.ts'

export type PlannedDevice = OutputOf<typeof planRollout>['devices'][number]
export type Chosen = ReadonlySet<EquipmentId>

/** A selection of devices. `front`: the devices that are updated first, in this order. */
type Choice = { chosen: Chosen; front: readonly EquipmentId[] }

/** The chosen devices in the order of the rollout. */
export function inOrder(devices: readonly PlannedDevice[], { chosen, front }: Choice): PlannedDevice[] {
  const place = new Map(front.map((id, at) => [id, at]))
  const placeOf = ({ equipmentId }: PlannedDevice) => place.get(equipmentId) ?? front.length
  return devices.filter(({ equipmentId }) => chosen.has(equipmentId)).sort((a, b) => placeOf(a) - placeOf(b))
}

/** The wave of each chosen device; 0: pilot devices. */
export function wavesBy(ordered: readonly PlannedDevice[], settings: { canary: number; waveSize: number }) {
  const waves = wavesOf(ordered.length, settings)
  return new Map(ordered.map(({ equipmentId }, at) => [equipmentId, waves[at]!]))
}

/** The choice after adding or removing these devices. */
export function choosing(chosen: Chosen, ids: readonly EquipmentId[], isChosen: boolean): Chosen {
  const next = new Set(chosen)
  for (const id of ids) {
    if (isChosen) next.add(id)
    else next.delete(id)
  }
  return next
}

export const moveToFront = (front: readonly EquipmentId[], id: EquipmentId): EquipmentId[] => [
  id,
  ...front.filter((each) => each !== id),
]

type Plan = OutputOf<typeof planRollout>['plans'][number]

/** The plans of the chosen devices, with the losses of these; plans without a chosen device are omitted. */
export function plansOf(plans: readonly Plan[], ordered: readonly PlannedDevice[]): Plan[] {
  return plans.flatMap((plan) => {
    const of = ordered.filter((device) => device.plan === plan.no)
    const lost = of.reduce((sum, each) => plus(sum, each.lost ?? nothingLost), nothingLost)
    return of.length > 0 ? [{ ...plan, devices: of.length, lost }] : []
  })
}

export const losesAny = (ordered: readonly PlannedDevice[]): number =>
  ordered.filter(({ lost }) => lost && lostInAll(lost) > 0).length
