import { abilityText, lackingToProbe } from '../../contract/abilities.ts'
import { fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { cannotCommand } from '../gateway/rules.ts'
import { Refusal, type RoomServer, serveCommand } from '../serve.ts'
import { probePoint } from './contract.ts'
import { configOf, orderOf } from './rules.ts'
import { countProbes, loadTarget } from './store.ts'

export default [
  serveCommand(probePoint, async ({ equipmentId, driverId, driver: draft, point, uuid }, call) => {
    const { sight, user, language } = call
    const target = await loadTarget(sight, equipmentId, driverId ?? null)
    if (!target) throw fail('equipmentNotFound')
    const driver = draft ?? target.driver
    if (!driver) throw fail('notFound')
    const { connection, ...asked } = orderOf(driver, point, language)
    const { type, params } = asked
    const operation = {
      act: 'probe',
      object: { type: 'equipment', id: equipmentId, name: `${target.equipmentName} / ${point.address}` },
      after: { driver: type, connection, address: point.address, dataType: point.dataType },
    } as const
    const { gatewayId, sn, abilities, state, vpn, mode } = target
    if (gatewayId === null || !sn || !state || !mode || vpn === null)
      throw new Refusal(fail('noBoundGateway'), operation)
    if ((await countProbes(sight, user.accountId, call.now() - 60_000)) >= limits.probesPerMinute)
      throw fail('tooFrequent')
    const lacking = lackingToProbe(configOf({ ...asked, connection }), abilities)
    // One that is not there has not said yet what it can.
    if (lacking.length > 0 && !cannotCommand({ state, vpn, mode }))
      throw new Refusal(fail('gatewayTooOld', { what: abilityText(lacking, language) }), operation)
    const body = { kind: 'probe', type, params, point: asked.point } as const
    const order = { gatewayId, sn, equipmentId, ttlMs: limits.commandTtlMs, operation, body }
    return uuid ? { ...order, uuid } : order
  }),
] satisfies RoomServer
