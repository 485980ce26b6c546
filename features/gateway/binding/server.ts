import { fail } from '../../../contract/errors.ts'
import { type RoomServer, serveAcross, serveChange } from '../../frame/serve.ts'
import { gatewayChanged } from '../../frame/spine-services.ts'
import { bindTo, claimOrRefuse } from '../open/binding-bind.ts'
import { bindGateway, claimGateway, unbindGateway } from './contract.ts'
import { endBinding, loadBound, lockEquipment } from './store.ts'

export default [
  serveAcross(claimGateway, ({ sn, code }, call) => claimOrRefuse(call, sn, code)),

  serveAcross(bindGateway, (input, call) => bindTo(input, call)),

  serveChange(unbindGateway, async ({ equipmentId }, { sight, now, use }) => {
    const equipment = await lockEquipment(sight, equipmentId)
    if (!equipment) throw fail('equipmentNotFound')
    const bound = await loadBound(sight, equipmentId)
    if (!bound) throw fail('noBoundGateway')
    const { bindingId, sn, gatewayId } = bound
    await endBinding(sight, bindingId, now())
    const object = { type: 'equipment', id: equipmentId, name: equipment.name } as const
    const afterwards = () => use(gatewayChanged)({ kind: 'unbound', sn })
    return { act: 'unbind', object, before: { sn, gatewayId }, data: null, afterwards }
  }),
] satisfies RoomServer
