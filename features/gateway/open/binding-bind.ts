// How a gateway comes to a device: claimed if it is nobody's yet, then bound. For the calls of other rooms too.
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
} from '../binding/store.ts'
import { drawSecrets } from '../registry/rules.ts'

/** Counts a try before it is checked, one at a time, so that many at once are worth no more than five. [DESIGN 9] */
const countTry = (call: WideCall, sn: string): Promise<number | undefined> =>
  call.sight.transaction(async (sight) => {
    await sight.lock('claim')
    const now = call.now()
    return (await countTries(sight, now)) < limits.claimTriesPerHour ? insertTry(sight, sn, now) : undefined
  })

/** Claims by SN and code; five wrong tries an hour of an organisation, each in the log. */
export async function claimOrRefuse(call: WideCall, sn: string, code: string): Promise<{ id: GatewayId } & Fresh> {
  const { sight, db } = call
  const tryId = await countTry(call, sn)
  if (tryId === undefined) throw fail('tooManyFailures', { minutes: 60 })
  // What the owner before us knew of a released gateway is void; these are shown to the new one alone.
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

/** `beside`: what else is done in the same transaction, once the gateway is bound. */
export async function bindTo(
  { equipmentId, sn, code }: Binding,
  call: WideCall,
  beside?: (sight: WritableSight) => Promise<void>,
): Promise<{ gatewayId: GatewayId } & Fresh> {
  if (!(await lockEquipment(call.sight, equipmentId))) throw fail('equipmentNotFound')
  if (await loadBound(call.sight, equipmentId)) throw fail('equipmentHasGateway')
  let fresh: Fresh = {}
  /** Of a gateway that this call claims: an account with a narrow data range sees it once it is bound to its device. */
  let claimedId: GatewayId | undefined
  if (!(await lockGateway(call.sight, sn))) {
    if (!code) throw fail('claimWrong')
    const { id, secret, code: next } = await claimOrRefuse(call, sn, code)
    claimedId = id
    if (secret && next) fresh = { secret, code: next }
  }
  const gatewayId = await call.sight.transaction(async (sight) => {
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
  await call.use(gatewayChanged)({ kind: 'bound', sn })
  return { gatewayId, ...fresh }
}

/** A device that follows a template is served by gateways of its series. Throws 1107. */
async function mustFit(sight: WritableSight, equipmentId: EquipmentId, gatewayId: GatewayId): Promise<void> {
  const differs = await otherSeries(sight, equipmentId, gatewayId)
  if (differs) throw fail('seriesOfGateway', differs)
}
