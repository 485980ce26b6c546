import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { columnsOf } from '../../../contract/row-columns.ts'
import { valueMenus } from '../../../contract/share-menus.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import { isAmong, type Sight } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { recallValues } from '../../frame/spine-services.ts'
import { openLive } from '../open/live-open.ts'
import { liveFields, withReading } from '../open/live-reading.ts'
import { inBothForms, liveGatewayInfo, monitorToken, openMonitoring, searchSignals } from './contract.ts'
import { findSignals, insertTicket, loadLiveGateway, loadSignals } from './store.ts'

async function gatewayOf(sight: Sight, equipmentId: EquipmentId) {
  const gateway = await loadLiveGateway(sight, equipmentId)
  if (!gateway) throw fail('noBoundGateway')
  return gateway
}

export default [
  serve(liveGatewayInfo, { openTo: valueMenus }, async ({ equipmentId }, { sight, asker }) => {
    const gateway = await gatewayOf(sight, equipmentId)
    const mayWrite = asker.auths.includes('signal:write') && isAmong(asker.writable, equipmentId)
    // A gateway can be claimed and found by its serial number: visitors do not get it.
    const sn = asker.accountId === null ? '' : gateway.sn
    return {
      ...gateway,
      sn,
      mayWrite,
      online: gateway.state === 'online',
      interval: limits.streamIntervalS,
    }
  }),

  serve(
    inBothForms.liveSignals,
    { openTo: valueMenus },
    async ({ equipmentId, ...form }, { sight, live, use, now }) => {
      const signals = await loadSignals(sight, equipmentId)
      await use(recallValues)(sight.orgId, [equipmentId])
      const rows = signals.map((signal) => withReading(signal, equipmentId, live, now(), form.hasTrends))
      return form.isColumnar ? columnsOf(rows, liveFields) : rows
    },
  ),

  serve(openMonitoring, { openTo: valueMenus }, async ({ equipmentId, ...how }, call) =>
    openLive(await gatewayOf(call.sight, equipmentId), how, call),
  ),

  serve(monitorToken, { kind: 'own', openTo: valueMenus }, async ({ equipmentId }, { sight, asker, now }) => {
    const token = drawToken()
    const tokenHash = sha256(token)
    const expiresAt = now() + limits.socketTokenMs
    await insertTicket(sight, { tokenHash, sessionHash: asker.sessionHash, equipmentId, expiresAt })
    return token
  }),

  serve(searchSignals, async (asked, { sight, user, live, use }) => {
    const { total, rows } = await findSignals(sight, asked, user.auths.includes('equipment:edit'))
    await use(recallValues)(sight.orgId, [...new Set(rows.map(({ equipmentId }) => equipmentId))])
    const found = rows.map(({ signal, equipmentId, equipmentName, state }) => {
      const { id, title, address, access, dataType, unit = null, decimals = null, texts = null } = signal
      const { value = null, code = 0, at: time = null } = live.get(equipmentId, id) ?? {}
      const shown = { id, title, address, access, dataType, unit, decimals, texts, value, code, time }
      return { ...shown, equipmentId, equipmentName, isReachable: state === 'online' }
    })
    return { total, rows: found }
  }),
] satisfies RoomServer
