// Renews the hash of a device's compared configuration with each save, so that its row shows whether it matches its
// template.
import type { OnSaved } from '../../frame/on-saved.ts'
import { hashOf, loadWhole } from './part-sides.ts'
import { loadBinding, updateBinding } from './store.ts'

const renew: OnSaved = async (sight, equipmentId) => {
  const binding = await loadBinding(sight, equipmentId)
  if (!binding) return
  const whole = await loadWhole(sight, equipmentId)
  if (!whole) return
  const deviceHash = await hashOf(whole, binding.templateId, new Set(binding.own))
  if (deviceHash !== binding.deviceHash) await updateBinding(sight, equipmentId, { deviceHash })
}

export default renew
