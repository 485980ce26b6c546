// The zone for times of an object that belongs to a device or a project.
import { useZone, useZoneOf } from '../../../ui/me.ts'

/** Times of a project are in the user's zone, those of a device in its own; `zone` null: the organisation's. */
export function useOwnerZone(owner: { equipmentId: number | null }, zone: string | null): string {
  const here = useZone()
  const own = useZoneOf({ zone })
  return owner.equipmentId === null ? here : own
}

/** Times on a device's page are in the device's zone, on other pages in the user's zone. */
export function usePageClock({ equipmentId }: { equipmentId: number | null }, zone: string | undefined): string {
  const here = useZone()
  return equipmentId === null ? here : (zone ?? here)
}
