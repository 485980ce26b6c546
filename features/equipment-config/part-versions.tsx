// The versions of a device's configuration.
import type { EquipmentInfo } from '../equipment/contract.ts'
import { VersionsDrawer } from '../versioned/part-versions.tsx'
import { useVersions } from './use-versions.ts'

export function ConfigVersions({
  info,
  newest,
  hasEdits,
  onRestored,
  onClose,
}: {
  info: Pick<EquipmentInfo, 'id' | 'name' | 'zone'>
  newest: number
  hasEdits: boolean
  onRestored: () => Promise<unknown>
  onClose: () => void
}) {
  return <VersionsDrawer of={useVersions({ info, newest, hasEdits, onRestored })} onClose={onClose} />
}
