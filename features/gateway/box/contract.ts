// The gateway's own settings: its reports, and orders from the platform. Each order is a command with a uuid, confirmed
// by the gateway. [S2 Gateway panel] [S3 Gateway, MQTT settings, Serial port] [S7 Command pattern]
import { z } from 'zod'
import { BoxTold, Mapping, Northbound, PlainOrder, Tamper } from '../../../contract/box.ts'
import { done, issued, post } from '../../../contract/endpoint.ts'
import { EquipmentId, GatewayId, Instant, numeric, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

/** The newest order of each kind. */
export const LastOrder = z.object({
  act: z.string(),
  uuid: z.string(),
  status: z.enum(['waiting', 'success', 'failure', 'exception', 'timeout', 'cancelled']),
  /** 200, or an error code of contract/errors. */
  code: z.number(),
  msg: z.string(),
  at: Instant,
})
export type LastOrder = z.output<typeof LastOrder>

/** A variable of its device, selectable for mappings, tamper-proof and MQTT. */
export const Choice = z.object({
  id: SignalId,
  title: z.string(),
  name: z.string(),
  driver: z.string(),
  driverId: z.number(),
  canRead: z.boolean(),
  canWrite: z.boolean(),
  isNumber: z.boolean(),
})
export type Choice = z.output<typeof Choice>

export const BoxInfo = z.object({
  /** Whether the agent supports orders. */
  isAble: z.boolean(),
  box: BoxTold.nullable(),
  /** The time at which the gateway reported its state. */
  boxAt: Instant.nullable(),
  economizeOpen: z.boolean(),
  smartSaving: z.boolean(),
  equipmentId: EquipmentId.nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  signals: z.array(Choice),
  orders: z.array(LastOrder),
})
export type BoxInfo = z.output<typeof BoxInfo>

export const boxInfo = post('/lfscada/gateway/box/info', {
  may: 'gateway:view',
  on: { gateway: 'id' },
  about: 'Returns the settings reported by a gateway, the age of the report, and the newest order of each kind.',
  input: z.object({ id: GatewayId }),
  output: BoxInfo,
})

const uuid = z.uuid().nullish()

export const orderBox = post('/lfscada/gateway/box/order', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about:
    'Orders a gateway: restart, mode (effective after the restart), LAN, serial port, low power, base-station location. ' +
    'Poll the callback with the uuid.',
  input: z.object({ id: GatewayId, order: PlainOrder, uuid }),
  output: issued,
})

/** A file in base64, PEM or DER by its content; null removes the stored file, undefined keeps it. */
const file = z
  .string()
  .max(Math.ceil(limits.certificateBytes / 3) * 4)
  .nullish()

export const orderMqtt = post('/lfscada/gateway/box/mqtt', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about:
    'An MQTT server of the customer to which the gateway publishes values, or none. Password and private key are never ' +
    'read back; what is left out stays as it is.',
  bodyBytes: limits.fileBodyBytes + limits.listBodyBytes,
  input: z.object({
    id: GatewayId,
    server: Northbound.nullable(),
    /** The variables to publish; empty: all readable ones. Only variables of the gateway's device are published. */
    signalIds: z.array(z.number().int().positive()).max(limits.mqttVariables).default([]),
    password: z.string().max(limits.mqttTextLength).nullish(),
    ca: file,
    certificate: file,
    key: file,
    uuid,
  }),
  output: issued,
})

export const orderTamper = post('/lfscada/gateway/box/tamper', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about:
    'Tamper-proof: X is read at an interval and the formula of it written; null switches it off (1343 if it is off).',
  input: z.object({ id: GatewayId, tamper: Tamper.nullable(), uuid }),
  output: issued,
})

export const orderMappings = post('/lfscada/gateway/box/mappings', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about: 'All mappings of a gateway: values of one driver written to variables of another. More than 100 are 1726.',
  bodyBytes: limits.listBodyBytes,
  input: z.object({ id: GatewayId, mappings: z.array(Mapping).max(1000), uuid }),
  output: issued,
})

export const editSaving = post('/lfscada/gateway/box/saving', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about:
    'Sets how live monitoring saves data of the gateway: `economizeOpen` keeps it open only while a user is active, ' +
    '`smartSaving` pauses it after ten minutes without activity.',
  input: z.object({ id: GatewayId, economizeOpen: z.boolean(), smartSaving: z.boolean() }),
  output: done,
})

export const placeEquipment = post('/lfscada/gateway/box/place', {
  may: 'equipment:edit',
  on: { gateway: 'id' },
  about: 'Gives the device of a gateway a position: the located one (1345 if there is none), or the one that is named.',
  input: z.object({
    id: GatewayId,
    longitude: numeric(z.number().min(-180).max(180)).nullish(),
    latitude: numeric(z.number().min(-90).max(90)).nullish(),
  }),
  output: z.object({ longitude: z.number(), latitude: z.number() }),
})
