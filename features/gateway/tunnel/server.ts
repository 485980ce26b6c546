import { abilityText, lackingToTunnel } from '../../../contract/abilities.ts'
import { errorText, fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import { type ChangeCall, Refusal, type RoomServer, serve } from '../../frame/serve.ts'
import { openTunnels } from '../../frame/spine-services.ts'
import { cannotCommand } from '../gateway/rules.ts'
import { endTunnel, extendTunnel, queryTunnel, startTunnel } from './contract.ts'
import { pastOf, targetsOf } from './rules.ts'
import { endWaiting, insertTunnel, loadDrivers, loadNewest, loadServed, setExpiry } from './store.ts'

const minuteMs = 60_000
const hourMs = 3600_000

type EquipmentId = Parameters<typeof loadServed>[1]

/** The gateway, if it can carry a tunnel now; throws the reason otherwise. */
async function ready(equipmentId: EquipmentId, { sight, language, use }: ChangeCall) {
  const served = await loadServed(sight, equipmentId)
  if (!served) throw fail('equipmentNotFound')
  const { bindingId, gatewayId, sn, state, vpn, mode, abilities } = served
  if (gatewayId === null || bindingId === null || !sn || !state || !mode) throw fail('noBoundGateway')
  const reason = cannotCommand({ state, vpn: vpn ?? false, mode })
  if (reason) throw fail(reason)
  const lacking = lackingToTunnel(abilities)
  if (lacking.length > 0) throw fail('gatewayTooOld', { what: abilityText(lacking, language) })
  if (!use(openTunnels).hasRoom()) throw fail('tunnelCapacity')
  return { bindingId, gatewayId, name: served.name }
}

/** The active tunnel; throws 1325 if there is none. */
async function current(equipmentId: EquipmentId, { sight, now }: ChangeCall) {
  const on = await loadNewest(sight, equipmentId, true)
  // A row is marked as ended shortly after its time is over.
  if (!on || on.expiresAt <= now()) throw fail('tunnelOver')
  return on
}

const taken = ({ loginname, expiresAt }: { loginname: string; expiresAt: number }, now: number) =>
  fail('tunnelTaken', { name: loginname, minutes: Math.max(1, Math.ceil((expiresAt - now) / minuteMs)) })

export default [
  serve(queryTunnel, async ({ equipmentId }, { sight, asker, use, language }) => {
    const on = await loadNewest(sight, equipmentId, true)
    const last = await loadNewest(sight, equipmentId, false)
    const carried = on && use(openTunnels).find(on.id)
    const traffic = carried ?? { bytesUp: 0, bytesDown: 0, streams: 0 }
    const now = on && {
      state: carried ? (carried.isOpen ? 'open' : 'opening') : 'waiting',
      loginname: on.loginname,
      isOwn: on.accountId === asker.accountId,
      ...{ host: on.host, port: on.port, createdAt: on.createdAt, expiresAt: on.expiresAt },
      ...{ bytesUp: traffic.bytesUp, bytesDown: traffic.bytesDown, streams: traffic.streams },
    }
    return {
      targets: targetsOf(await loadDrivers(sight, equipmentId)),
      now: (now as never) ?? null,
      last: last ? pastOf(last, last.code === null ? '' : errorText(last.code, language)) : null,
    }
  }),

  serve(startTunnel, { kind: 'change' }, async ({ equipmentId, driverId, minutes }, call) => {
    const { sight, user, ip, now } = call
    const on = await loadNewest(sight, equipmentId, true)
    const isOwnWaiting = on?.accountId === user.accountId && on.openedAt === null
    if (on && !(isOwnWaiting && (await endWaiting(sight, on.id, now())))) throw taken(on, now())
    const { name, ...gateway } = await ready(equipmentId, call)
    const object = { type: 'equipment', id: equipmentId, name } as const
    const target = targetsOf(await loadDrivers(sight, equipmentId)).find((each) => each.driverId === driverId)
    if (!target) throw new Refusal(fail('tunnelTarget'), { act: 'startTunnel', object })
    const { host, port } = target
    const ticket = drawToken()
    const isAdded = await insertTunnel(sight, {
      ...gateway,
      ...{ equipmentId, driverId, host, port, ip, accountId: user.accountId, loginname: user.loginname },
      ...{ ticketHash: sha256(ticket), ticketUntil: now() + limits.socketTokenMs, sessionHash: user.sessionHash },
      ...{ createdAt: now(), expiresAt: now() + minutes * minuteMs },
    })
    if (!isAdded) throw fail('remoteDownload')
    const after = { target: `${host}:${port}`, minutes }
    return { act: 'startTunnel', object, after, data: { ticket } }
  }),

  serve(extendTunnel, { kind: 'change' }, async ({ equipmentId, minutes }, call) => {
    const { sight, user, now, use } = call
    const on = await current(equipmentId, call)
    if (on.accountId !== user.accountId) throw taken(on, now())
    const expiresAt = now() + minutes * minuteMs
    if (expiresAt > on.createdAt + limits.tunnelMaxMs)
      throw fail('tunnelLongest', { limit: limits.tunnelMaxMs / hourMs })
    await setExpiry(sight, on.id, expiresAt)
    const served = await loadServed(sight, equipmentId)
    const object = { type: 'equipment', id: equipmentId, name: served?.name ?? '' } as const
    const afterwards = () => void use(openTunnels).extend(on.id, expiresAt)
    return { act: 'extendTunnel', object, after: { target: `${on.host}:${on.port}`, minutes }, data: null, afterwards }
  }),

  serve(endTunnel, { kind: 'change' }, async ({ equipmentId }, call) => {
    const { sight, now, use } = call
    const on = await current(equipmentId, call)
    const target = `${on.host}:${on.port}`
    await endWaiting(sight, on.id, now())
    const served = await loadServed(sight, equipmentId)
    const object = { type: 'equipment', id: equipmentId, name: served?.name ?? '' } as const
    const afterwards = () => void use(openTunnels).end(on.id, 'ended')
    return { act: 'endTunnel', object, after: { target, holder: on.loginname }, data: null, afterwards }
  }),
] satisfies RoomServer
