import { abilityText, lackingToOrder } from '../../../contract/abilities.ts'
import { type BoxOrder, BoxTold, type Lack } from '../../../contract/box.ts'
import { writeHash } from '../../../contract/config-hash.ts'
import { type Details, errorText, fail, type Language } from '../../../contract/errors.ts'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { sealedParam } from '../../../contract/sealed-param.ts'
import { periodStart } from '../../../core/period.ts'
import { isNumberType } from '../../../core/scaling.ts'
import { zoneOfDevice } from '../../../core/zone.ts'
import { isAmong, type Sight } from '../../../db/sight.ts'
import { gatewayConfigOf } from '../../frame/config.ts'
import { type Call, type CommandOrder, Refusal, type RoomServer, serve } from '../../frame/serve.ts'
import type { Act } from '../../platform/operation-log/contract.ts'
import { certificateOf, keyOf } from './certificates.ts'
import {
  boxInfo,
  type Choice,
  editSaving,
  type LastOrder,
  orderBox,
  orderMappings,
  orderMqtt,
  orderTamper,
  placeEquipment,
} from './contract.ts'
import {
  cannotOrder,
  isAbleFor,
  isOverMappings,
  lackCode,
  lacksFor,
  mappingFault,
  powerFault,
  tamperFault,
  type Wrong,
} from './rules.ts'
import { type BoxRecord, countLocations, loadBox, loadOrders, updatePlace, updateSaving } from './store.ts'
import { lackWords, orderWords } from './words.ts'

async function found(sight: Sight, id: GatewayId): Promise<BoxRecord> {
  const gateway = await loadBox(sight, id)
  if (!gateway) throw fail('notFound')
  return gateway
}

/** The gateway's report; null if there is none, or none that this version understands. */
const boxOf = ({ box }: BoxRecord): BoxTold | null => BoxTold.safeParse(box).data ?? null

function choicesOf({ config }: BoxRecord): Choice[] {
  const drivers = new Map(config.drivers.map(({ id, name }) => [id, name]))
  return config.signals.map(({ id, title, name, driverId, access, dataType }) => ({
    ...{ id, title, name, driverId, driver: drivers.get(driverId) ?? '' },
    ...{ canRead: access !== 'w', canWrite: access !== 'r', isNumber: isNumberType(dataType) },
  }))
}
const byId = (choices: readonly Choice[]) => new Map<number, Choice>(choices.map((choice) => [choice.id, choice]))

/** Hashes of the variables' current meaning, by which the gateway recognises them. */
const hashesOf = ({ config, equipmentId }: BoxRecord) => {
  const sent = gatewayConfigOf(config, 'UTC', equipmentId ?? (0 as EquipmentId))
  return (id: number) => writeHash(sent, id) ?? ''
}

function newest(rows: Awaited<ReturnType<typeof loadOrders>>, language: Language): LastOrder[] {
  const seen = new Set<string>()
  return rows.flatMap(({ act, uuid, status, code, reason, details, createdAt, finishedAt }) => {
    if (seen.has(act)) return []
    seen.add(act)
    const marks = { reason: reason ?? '', ...(details as Details | null) }
    const msg = status === 'waiting' || code === null || code === 200 ? '' : errorText(code, language, marks)
    return [{ act, uuid, status: status as LastOrder['status'], code: code ?? 0, msg, at: finishedAt ?? createdAt }]
  })
}

const actOf = (order: BoxOrder): Act => `box${order.act[0]!.toUpperCase()}${order.act.slice(1)}` as Act
const bad = ({ field, en, zh }: Wrong, language: Language) => {
  const fault = { field, reason: language === 'en' ? en : zh }
  return fail('badParameter', fault, fault)
}

/** The part of an order that is logged: no files, no secrets. */
function toldOf(order: BoxOrder): object {
  if (order.act !== 'mqtt') {
    const { act: _, ...told } = order
    return told
  }
  const { settings, variables, ca, certificate, secrets } = order
  const said = (value: unknown) => (value === undefined ? {} : { set: value !== null })
  return {
    ...{ settings, variables: variables.length, ca: said(ca).set, certificate: said(certificate).set },
    ...{ password: said(secrets.password).set, key: said(secrets.key).set },
  }
}

/** The command for a valid order; refused if the gateway cannot execute it, now or ever. */
function commandFor(gateway: BoxRecord, order: BoxOrder, { language }: Call, uuid?: string | null): CommandOrder {
  const { id, sn, equipmentId, equipmentName, abilities } = gateway
  const name = equipmentName === null ? sn : `${equipmentName} / ${sn}`
  const operation = { act: actOf(order), object: { type: 'gateway', id, name }, after: toldOf(order) } as const
  const refuse = (failure: Error) => {
    throw new Refusal(failure as ReturnType<typeof fail>, operation)
  }
  const refused = cannotOrder(gateway, order.act)
  if (refused) refuse(fail(refused))
  const lacking = lackingToOrder(order.act, abilities)
  if (lacking.length > 0) refuse(fail('gatewayTooOld', { what: abilityText(lacking, language) }))
  const box = boxOf(gateway)
  const lack = lacksFor(order.act, { isAble: true, box })
  if (lack && lack !== 'old') refuse(lackFailure(order, lack, language))
  if (order.act === 'power' && box) {
    const fault = powerFault(box, order.power)
    if (fault) refuse(fail(fault))
  }
  const ttlMs = order.act === 'locate' ? limits.syncTtlMs : limits.commandTtlMs
  const perMinute = limits.boxOrdersPerMinute
  const body = { kind: 'box', order } as const
  return { gatewayId: id, sn, equipmentId, ttlMs, perMinute, operation, body, ...(uuid ? { uuid } : {}) }
}

function lackFailure({ act }: BoxOrder, lack: Lack, language: Language) {
  const code = lackCode(act, lack)
  if (code === 'boxRefused') return fail(code, { reason: lackWords[lack][language] })
  return code === 'boxCannot' ? fail(code, { what: orderWords[act][language] }) : fail(code)
}

/** Remaining location refreshes of the device's day, whatever the gateway counts. [S9] */
async function locationsLeft(gateway: BoxRecord, { sight, now }: Pick<Call, 'sight' | 'now'>): Promise<number> {
  const zone = zoneOfDevice(gateway, { zone: gateway.orgZone ?? 'UTC' })
  const today = periodStart({ every: 1, unit: 'day' }, zone, now())
  return Math.max(0, limits.locationsADay - (await countLocations(sight, gateway.id, today)))
}

/** The gateway's report, with the lower of the gateway's and the platform's remaining refreshes. */
async function boxNow(gateway: BoxRecord, call: Pick<Call, 'sight' | 'now'>): Promise<BoxTold | null> {
  const box = boxOf(gateway)
  if (!box?.location) return box
  const left = Math.min(box.location.left, await locationsLeft(gateway, call))
  return { ...box, location: { ...box.location, left } }
}

export default [
  serve(boxInfo, async ({ id }, call) => {
    const { sight, language } = call
    const gateway = await found(sight, id)
    const { abilities, boxAt, economizeOpen, smartSaving, equipmentId, longitude, latitude } = gateway
    return {
      isAble: isAbleFor(abilities),
      box: await boxNow(gateway, call),
      ...{ boxAt, economizeOpen, smartSaving, equipmentId, longitude, latitude },
      signals: choicesOf(gateway),
      orders: newest(await loadOrders(sight, id), language),
    }
  }),

  serve(orderBox, { kind: 'command' }, async ({ id, order, uuid }, call) => {
    const gateway = await found(call.sight, id)
    const command = commandFor(gateway, order, call, uuid)
    if (order.act !== 'locate' || (await locationsLeft(gateway, call)) > 0) return command
    throw new Refusal(fail('locationLimit', { limit: limits.locationsADay }), command.operation)
  }),

  serve(orderMqtt, { kind: 'command' }, async ({ id, server: settings, signalIds, uuid, ...files }, call) => {
    const gateway = await found(call.sight, id)
    const checked = checkedFiles(files, settings?.auth === 'mutual', call.language)
    const chosen = new Set<number>(signalIds)
    const variables = gateway.config.signals
      .filter(({ id: signalId, access }) => access !== 'w' && (chosen.size === 0 || chosen.has(signalId)))
      .slice(0, limits.mqttVariables)
      .map(({ id: signalId, name }) => ({ id: signalId as number, name }))
    const sealed = (text: string | null | undefined) =>
      text === undefined ? undefined : text ? sealedParam(call.seal(text)) : null
    const secrets = settings
      ? Object.fromEntries(
          Object.entries({ password: sealed(files.password), key: sealed(checked.key) }).filter(
            ([, of]) => of !== undefined,
          ),
        )
      : {}
    const { ca, certificate } = checked
    return commandFor(
      gateway,
      { act: 'mqtt', settings, variables: settings ? variables : [], ca, certificate, secrets },
      call,
      uuid,
    )
  }),

  serve(orderTamper, { kind: 'command' }, async ({ id, tamper, uuid }, call) => {
    const gateway = await found(call.sight, id)
    const fault = tamper && tamperFault(tamper, byId(choicesOf(gateway)))
    if (fault) throw bad(fault, call.language)
    if (!tamper && boxOf(gateway)?.tamper === null) throw fail('noTamper')
    const bound = tamper && { ...tamper, hash: hashesOf(gateway)(tamper.writeId) }
    return commandFor(gateway, { act: 'tamper', tamper: bound }, call, uuid)
  }),

  serve(orderMappings, { kind: 'command' }, async ({ id, mappings, uuid }, call) => {
    const gateway = await found(call.sight, id)
    if (isOverMappings(mappings)) throw fail('mappingCapacity', { limit: limits.mappings })
    const fault = mappingFault(mappings, byId(choicesOf(gateway)))
    if (fault) throw bad(fault, call.language)
    const hash = hashesOf(gateway)
    const bound = mappings.map((mapping) => ({ ...mapping, hash: hash(mapping.to) }))
    return commandFor(gateway, { act: 'mappings', mappings: bound }, call, uuid)
  }),

  serve(editSaving, { kind: 'change' }, async ({ id, ...saving }, { sight }) => {
    const { sn, economizeOpen, smartSaving } = await found(sight, id)
    await updateSaving(sight, id, saving)
    const object = { type: 'gateway', id, name: sn } as const
    return { act: 'dataSaving', object, before: { economizeOpen, smartSaving }, after: saving, data: null }
  }),

  serve(placeEquipment, { kind: 'change' }, async ({ id, longitude, latitude }, { sight, asker }) => {
    const gateway = await found(sight, id)
    const { equipmentId, equipmentName } = gateway
    if (equipmentId === null) throw fail('noBoundGateway')
    if (!isAmong(asker.writable, equipmentId)) throw fail('noPermission')
    const fix = boxOf(gateway)?.location?.fix
    const named = longitude != null && latitude != null ? { longitude, latitude } : undefined
    const place = named ?? (fix && { longitude: fix.longitude, latitude: fix.latitude })
    if (!place) throw fail('noPosition')
    await updatePlace(sight, equipmentId, place)
    const before = { longitude: gateway.longitude, latitude: gateway.latitude }
    const object = { type: 'equipment', id: equipmentId, name: equipmentName ?? '' } as const
    return { act: 'placeDevice', object, before, after: place, data: place }
  }),
] satisfies RoomServer

type Files = {
  ca?: string | null | undefined
  certificate?: string | null | undefined
  key?: string | null | undefined
}

/** The files as PEM; null removes a file, undefined keeps it. Throws 10001 with the field. */
function checkedFiles({ ca, certificate, key }: Files, isMutual: boolean, language: Language) {
  const pem = (read: { pem: string } | Wrong): string => {
    if ('pem' in read) return read.pem
    throw bad(read, language)
  }
  const of = (file: string | null | undefined, field: string) => (file ? pem(certificateOf(file, field)) : file)
  const own = of(certificate, 'certificate')
  // A new certificate needs its key, and a new key its certificate.
  if (isMutual && Boolean(certificate) !== Boolean(key)) {
    const [field, en, zh] = key
      ? ['certificate', 'required with the private key', '须与私钥一起上传']
      : ['key', 'required with the certificate', '须与证书一起上传']
    throw bad({ field: field!, en: en!, zh: zh! }, language)
  }
  return { ca: of(ca, 'ca'), certificate: own, key: key ? pem(keyOf(key, own ?? undefined)) : key }
}
