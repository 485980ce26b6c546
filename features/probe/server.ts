import { abilityText, lackingToProbe } from '../../contract/abilities.ts'
import { type Failure, fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { cannotCommand } from '../gateway/rules.ts'
import { type RoomServer, serve } from '../serve.ts'
import { probePoint } from './contract.ts'
import { configOf, orderOf } from './rules.ts'
import { countProbes, loadTarget } from './store.ts'

export default [
  serve(probePoint, async ({ equipmentId, driverId, driver: draft, point, uuid }, call) => {
    const { sight, user, ip, language } = call
    const target = await loadTarget(sight, equipmentId, driverId ?? null)
    if (!target) throw fail('equipmentNotFound')
    const driver = draft ?? target.driver
    if (!driver) throw fail('notFound')
    const { connection, ...order } = orderOf(driver, point, language)
    const { type, params } = order
    const operation = {
      act: 'probe',
      objectType: 'equipment',
      objectId: equipmentId,
      objectName: `${target.equipmentName} / ${point.address}`,
      after: { driver: type, connection, address: point.address, dataType: point.dataType },
    } as const
    // What `issue` refuses it logs itself.
    const refuse = async (failure: Failure) => {
      await call.record({ ...operation, code: failure.code, result: 'failure' })
      throw failure
    }
    const { gatewayId, sn, abilities, state, vpn, mode } = target
    if (gatewayId === null || !sn || !state || !mode || vpn === null) return refuse(fail('noBoundGateway'))
    if ((await countProbes(sight, user.accountId, call.now() - 60_000)) >= limits.probesPerMinute)
      throw fail('tooFrequent')
    const body = { kind: 'probe', type, params, point: order.point } as const
    const wanted = { gatewayId, sn, equipmentId, ttlMs: limits.commandTtlMs, operation, body }
    const lacking = lackingToProbe(configOf({ ...order, connection }), abilities)
    // One that is not there has not said yet what it can.
    if (lacking.length > 0 && !cannotCommand({ state, vpn, mode }))
      return refuse(fail('gatewayTooOld', { what: abilityText(lacking, language) }))
    return { online: true, uuid: await call.issue(uuid ? { ...wanted, uuid } : wanted, { sight, user, ip }) }
  }),
] satisfies RoomServer
