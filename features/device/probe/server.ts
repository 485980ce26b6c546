import { abilityText, lackingToProbe } from '../../../contract/abilities.ts'
import type { BrowsedPage } from '../../../contract/browsed-page.ts'
import { type Details, errorText, fail } from '../../../contract/errors.ts'
import type { DriverId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { sealedParam } from '../../../contract/sealed-param.ts'
import { secretPlaces } from '../../../db/secret-places.ts'
import { withNumbers } from '../../../drivers/keep-secrets.ts'
import { referencesIn } from '../../../drivers/secret.ts'
import { type Call, type CommandOrder, Refusal, type RoomServer, serve } from '../../frame/serve.ts'
import { cannotCommand } from '../../gateway/gateway/rules.ts'
import { browseNodes, browseResult, type DriverDraft, probePoint } from './contract.ts'
import { browseOrderOf, configOf, type Order, orderOf } from './rules.ts'
import { loadBrowsing, loadTarget } from './store.ts'

type Asked = {
  equipmentId: EquipmentId
  driverId?: DriverId | null | undefined
  driver?: DriverDraft | null | undefined
  uuid?: string | null | undefined
}
type What<O extends Order> = {
  kind: 'probe' | 'browse'
  perMinute: number
  /** Throws 10001 with the invalid field. */
  check: (driver: DriverDraft) => O
  /** The command for the gateway, without the driver. */
  body: (order: O) => object
}

/** The command order for a probe or browse request. The request is checked first; a rejection is logged. */
async function orderFor<O extends Order>(
  asked: Asked,
  call: Call,
  { kind, perMinute, check, body }: What<O>,
): Promise<CommandOrder> {
  const { sight, language } = call
  const { equipmentId, uuid } = asked
  const target = await loadTarget(sight, equipmentId, asked.driverId ?? null)
  if (!target) throw fail('equipmentNotFound')
  const driver = asked.driver ?? target.driver
  if (!driver) throw fail('notFound')
  const order = check(driver)
  const { type, connection, what, told } = order
  const params = await sealed(order, equipmentId, call)
  const operation = {
    act: 'probe',
    object: { type: 'equipment', id: equipmentId, name: [target.equipmentName, what].filter(Boolean).join(' / ') },
    after: { driver: type, connection, ...told },
  } as const
  const { gatewayId, sn, abilities, state, vpn, mode } = target
  if (gatewayId === null || !sn || !state || !mode || vpn === null) throw new Refusal(fail('noBoundGateway'), operation)
  const lacking = lackingToProbe(configOf(order), abilities)
  // An offline gateway has not reported its abilities.
  if (lacking.length > 0 && !cannotCommand({ state, vpn, mode }))
    throw new Refusal(fail('gatewayTooOld', { what: abilityText(lacking, language) }), operation)
  const command = { kind, type, params, ...body(order) } as CommandOrder['body']
  const wanted = { gatewayId, sn, equipmentId, ttlMs: limits.commandTtlMs, perMinute, operation, body: command }
  return uuid ? { ...wanted, uuid } : wanted
}

/** Typed secrets are sealed before they are stored with the command; stored secrets remain references. */
async function sealed(
  order: Order,
  equipmentId: EquipmentId,
  { sight, seal, language }: Call,
): Promise<Order['params']> {
  const places = await secretPlaces(sight, equipmentId, referencesIn(order.params))
  return (await withNumbers(order, places, language, async (text) => sealedParam(seal(text)))).params
}

export default [
  serve(probePoint, { kind: 'command' }, ({ point, ...asked }, call) =>
    orderFor(asked, call, {
      kind: 'probe',
      perMinute: limits.probesPerMinute,
      check: (driver) => orderOf(driver, point, call.language),
      body: ({ point: checked }) => ({ point: checked }),
    }),
  ),

  serve(browseNodes, { kind: 'command' }, ({ node, from, ...asked }, call) =>
    orderFor(asked, call, {
      kind: 'browse',
      perMinute: limits.browsesPerMinute,
      check: (driver) => browseOrderOf(driver, node ?? undefined, call.language),
      body: () => ({ from, ...(node ? { node } : {}) }),
    }),
  ),

  serve(browseResult, async ({ uuid }, { sight, language }) => {
    const browsing = await loadBrowsing(sight, uuid)
    if (!browsing) throw fail('notFound')
    const { status, code, reason, details } = browsing
    const page = code === 200 ? (browsing.value as BrowsedPage | null) : null
    const marks = { reason: reason ?? '', ...(details as Details | null) }
    const msg = status === 'waiting' || code === null || code === 200 ? '' : errorText(code, language, marks)
    return { status, code: code ?? 0, msg, nodes: page?.nodes ?? [], next: page?.next ?? null }
  }),
] satisfies RoomServer
