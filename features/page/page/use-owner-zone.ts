// The clock of what belongs to a device, or to a project with several devices.
import { useZone, useZoneOf } from '../../../ui/me.ts'

/** A project's times are in the user's zone, a device's in its own; `zone` null: the organisation's. */
export function useOwnerZone(owner: { equipmentId: number | null }, zone: string | null): string {
  const here = useZone()
  const own = useZoneOf({ zone })
  return owner.equipmentId === null ? here : own
}
