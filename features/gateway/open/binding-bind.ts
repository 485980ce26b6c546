// Binds a gateway to a device, after claiming it if it is unclaimed. For use by other rooms too.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { Refusal, type WideCall } from '../../frame/serve.ts'
import { gatewayChanged } from '../../frame/spine-services.ts'
import {
  claim,
  countTries,
  insertBinding,
  insertTry,
  loadBound,
  lockEquipment,
  lockGateway,
  otherSeries,
  removeTry,
  servesAny,
  undoClaim,
} from '../binding/store.ts'
import { drawSecrets } from '../registry/rules.ts'

/** Counts a try before it is checked, under a lock, so that concurrent tries cannot exceed five. [DESIGN 9] */
const countTry = (call: WideCall, sn: string): Promise<number | undefined> =>
  call.sight.transaction(async (sight) => {
    await sight.lock('claim')
    const now = call.now()
    return (await countTries(sight, now)) < limits.claimTriesPerHour ? insertTry(sight, sn, now) : undefined
  })

/** Claims by SN and code; limited to five wrong tries an hour per organisation, each logged. */
export async function claimOrRefuse(call: WideCall, sn: string, code: string): Promise<{ id: GatewayId } & Fresh> {
  const { sight, db } = call
  const tryId = await countTry(call, sn)
  if (tryId === undefined) throw fail('tooManyFailures', { minutes: 60 })
  // A former owner's secrets are void; the new ones are shown only to the new owner.
  const { secret, code: next, stored } = drawSecrets(sn, call.seal)
  const claimed = await claim(db, sight.orgId, { sn, code, at: call.now(), fresh: stored })
  if (claimed === undefined)
    throw new Refusal(fail('claimWrong'), { act: 'claimFailed', object: { type: 'gateway', id: null, name: sn } })
  const { id, isRenewed } = claimed
  await removeTry(sight, tryId)
  await call.record({ act: 'claim', object: { type: 'gateway', id, name: sn } })
  if (!isRenewed) return { id }
  await call.use(gatewayChanged)({ kind: 'secretRenewed', sn, secret })
  return { id, secret, code: next }
}

type Fresh = { secret?: string; code?: string }

type Binding = { equipmentId: EquipmentId; sn: string; code?: string | undefined }

/**
 * Undoes a claim whose binding failed. The caller never learns the renewed secret and code, so the given code becomes
 * valid again, and the next claim renews them once more.
 */
async function giveBack(call: WideCall, id: GatewayId, { sn, code }: { sn: string; code: string }): Promise<void> {
  if (!(await undoClaim(call.db, call.sight.orgId, { id, sn, code, at: call.now() }))) return
  await call.record({ act: 'release', object: { type: 'gateway', id, name: sn } })
  await call.use(gatewayChanged)({ kind: 'unbound', sn })
}

/** Binds a gateway to a device. `beside`: additional changes in the same transaction, after the gateway is bound. */
export async function bindTo(
  { equipmentId, sn, code }: Binding,
  call: WideCall,
  beside?: (sight: WritableSight) => Promise<void>,
): Promise<{ gatewayId: GatewayId } & Fresh> {
  if (!(await lockEquipment(call.sight, equipmentId))) throw fail('equipmentNotFound')
  if (await loadBound(call.sight, equipmentId)) throw fail('equipmentHasGateway')
  let fresh: Fresh = {}
  /**
   * A gateway that this call claims: an account with a narrow data range sees it only after it is bound to the device.
   */
  let claimedId: GatewayId | undefined
  if (!(await lockGateway(call.sight, sn))) {
    if (!code) throw fail('claimWrong')
    const { id, secret, code: next } = await claimOrRefuse(call, sn, code)
    claimedId = id
    if (secret && next) fresh = { secret, code: next }
  }
  const bound = call.sight.transaction(async (sight) => {
    const equipment = await lockEquipment(sight, equipmentId)
    const gatewayId = (await lockGateway(sight, sn))?.id ?? claimedId
    if (!equipment) throw fail('equipmentNotFound')
    if (await loadBound(sight, equipmentId)) throw fail('equipmentHasGateway')
    if (gatewayId === undefined || (await servesAny(sight, gatewayId))) throw fail('claimWrong')
    const bindingId = await insertBinding(sight, equipmentId, gatewayId, call.now())
    await mustFit(sight, equipmentId, gatewayId)
    const object = { type: 'equipment', id: equipmentId, name: equipment.name } as const
    await call.record({ act: 'bind', object, after: { sn, gatewayId, bindingId } }, sight)
    await beside?.(sight)
    return gatewayId
  })
  const gatewayId = await bound.catch(async (error: unknown) => {
    if (claimedId !== undefined && code && fresh.secret) await giveBack(call, claimedId, { sn, code })
    throw error
  })
  await call.use(gatewayChanged)({ kind: 'bound', sn })
  return { gatewayId, ...fresh }
}

/** Throws 1107 if the device follows a template for another gateway series. */
async function mustFit(sight: WritableSight, equipmentId: EquipmentId, gatewayId: GatewayId): Promise<void> {
  const differs = await otherSeries(sight, equipmentId, gatewayId)
  if (differs) throw fail('seriesOfGateway', differs)
}
