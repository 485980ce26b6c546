// Accounts and roles that the notification steps of a device's rules may name.
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { audience } from '../../frame/audience.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { strangersIn } from '../alarm-rules/step-rules.ts'
import { loadTellable } from '../alarm-rules/tellable-store.ts'

export { strangersIn }
export type Tellable = Parameters<typeof strangersIn>[2]

/** Accounts and roles that may be notified of alarms of the device; queries the database only if a rule names any. */
export async function tellable(
  { use, user, sight }: Pick<ChangeCall, 'use' | 'user' | 'sight'>,
  equipmentId: EquipmentId,
  rules: readonly AlarmRule[],
): Promise<Tellable> {
  if (!rules.some(({ steps }) => steps)) return { accountIds: new Set(), roleIds: new Set() }
  const ids = await use(audience).whoSee(user.orgId, equipmentId, 'alarm:view')
  return { accountIds: new Set(ids), roleIds: new Set(await loadTellable(sight, ids)) }
}
