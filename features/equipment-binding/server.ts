import { fail } from '../../contract/errors.ts'
import type { GatewayId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { drawSecrets } from '../gateway-registry/rules.ts'
import { Refusal, type RoomServer, serveAcross, serveChange, type WideCall } from '../serve.ts'
import { bindGateway, claimGateway, unbindGateway } from './contract.ts'
import {
  claim,
  countTries,
  endBinding,
  insertBinding,
  insertTry,
  loadBound,
  lockEquipment,
  lockGateway,
  removeTry,
  servesAny,
} from './store.ts'

/** Counts a try before it is checked, one at a time, so that many at once are worth no more than five. [DESIGN 9] */
const countTry = (call: WideCall, sn: string): Promise<number | undefined> =>
  call.sight.transaction(async (sight) => {
    await sight.lock('claim')
    const now = call.now()
    return (await countTries(sight, now)) < limits.claimTriesPerHour ? insertTry(sight, sn, now) : undefined
  })

/** Claims by SN and code; five wrong tries an hour of an organisation, each in the log. */
async function claimOrRefuse(call: WideCall, sn: string, code: string): Promise<{ id: GatewayId } & Fresh> {
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
  await call.gatewayChanged({ kind: 'secretRenewed', sn, secret })
  return { id, secret, code: next }
}

type Fresh = { secret?: string; code?: string }

export default [
  serveAcross(claimGateway, ({ sn, code }, call) => claimOrRefuse(call, sn, code)),

  serveAcross(bindGateway, async ({ equipmentId, sn, code }, call) => {
    if (!(await lockEquipment(call.sight, equipmentId))) throw fail('equipmentNotFound')
    if (await loadBound(call.sight, equipmentId)) throw fail('equipmentHasGateway')
    let fresh: Fresh = {}
    if (!(await lockGateway(call.sight, sn))) {
      if (!code) throw fail('claimWrong')
      const { secret, code: next } = await claimOrRefuse(call, sn, code)
      if (secret && next) fresh = { secret, code: next }
    }
    const gatewayId = await call.sight.transaction(async (sight) => {
      const equipment = await lockEquipment(sight, equipmentId)
      const gateway = await lockGateway(sight, sn)
      if (!equipment) throw fail('equipmentNotFound')
      if (await loadBound(sight, equipmentId)) throw fail('equipmentHasGateway')
      if (!gateway || (await servesAny(sight, gateway.id))) throw fail('claimWrong')
      const bindingId = await insertBinding(sight, equipmentId, gateway.id, call.now())
      const object = { type: 'equipment', id: equipmentId, name: equipment.name } as const
      await call.record({ act: 'bind', object, after: { sn, gatewayId: gateway.id, bindingId } }, sight)
      return gateway.id
    })
    await call.gatewayChanged({ kind: 'bound', sn })
    return { gatewayId, ...fresh }
  }),

  serveChange(unbindGateway, async ({ equipmentId }, { sight, now, gatewayChanged }) => {
    const equipment = await lockEquipment(sight, equipmentId)
    if (!equipment) throw fail('equipmentNotFound')
    const bound = await loadBound(sight, equipmentId)
    if (!bound) throw fail('noBoundGateway')
    const { bindingId, sn, gatewayId } = bound
    await endBinding(sight, bindingId, now())
    const object = { type: 'equipment', id: equipmentId, name: equipment.name } as const
    const afterwards = () => gatewayChanged({ kind: 'unbound', sn })
    return { act: 'unbind', object, before: { sn, gatewayId }, data: null, afterwards }
  }),
] satisfies RoomServer
