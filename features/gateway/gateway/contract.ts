// Gateways at the sites. [S3 Gateway] [S2 Gateway panel] [S4 Config consistency]
import { z } from 'zod'
import { done, issued, post } from '../../../contract/endpoint.ts'
import { EquipmentId, GatewayId, Instant, maybeText, pageOf, paging } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

/** Platform against gateway: unknown until the gateway has sent its first hello. */
export const Consistency = z.enum(['match', 'mismatch', 'unknown', 'unbound'])

export const GatewayRow = z.object({
  id: GatewayId,
  sn: z.string(),
  series: z.string(),
  model: z.string(),
  firmware: z.string().nullable(),
  networkType: z.string().nullable(),
  /** SN of the communication module, if the gateway reports one. */
  moduleSn: z.string().nullable(),
  /** Signal strength in percent. */
  signalStrength: z.number().nullable(),
  state: z.enum(['online', 'offline', 'sleeping']),
  mode: z.enum(['standard', 'switch', 'router', 'download']),
  vpn: z.boolean(),
  equipmentId: EquipmentId.nullable(),
  equipmentName: z.string().nullable(),
  consistency: Consistency,
  /**
   * Number of rules of the gateway's device with an open alarm that is not shelved; null for accounts that may not see
   * alarms.
   */
  alarms: z.object({ severe: z.number(), important: z.number(), normal: z.number() }).nullable(),
  alarmStatus: z.enum(['none', 'active']).nullable(),
  lastSeenAt: Instant.nullable(),
  remark: z.string().nullable(),
})
export type GatewayRow = z.output<typeof GatewayRow>

export const GatewayInfo = GatewayRow.extend({
  /** IANA zone of the gateway's device; null: that of the organisation. */
  zone: z.string().nullable(),
  lanIp: z.string().nullable(),
  mac: z.string().nullable(),
  onlineSince: Instant.nullable(),
  claimedAt: Instant.nullable(),
  /** Hashes of the configuration: the platform's and the one that the gateway reports. */
  platformHash: z.string().nullable(),
  gatewayHash: z.string().nullable(),
  /** Offset of the gateway's clock against the platform's, ms. */
  clockOffsetMs: z.number().nullable(),
  quotas: z.object({
    signals: z.object({ used: z.number(), total: z.number() }),
    drivers: z.object({ used: z.number(), total: z.number() }),
    reports: z.object({ used: z.number(), total: z.number() }),
    alarms: z.object({ used: z.number(), total: z.number() }),
    /** Number of variables stored by reports, each counted once. */
    stored: z.object({ used: z.number(), total: z.number() }),
    mappings: z.object({ used: z.number(), total: z.number() }),
  }),
  /** The newest synchronisation, if any. */
  sync: z
    .object({
      uuid: z.string(),
      status: z.enum(['waiting', 'success', 'failure', 'exception', 'timeout', 'cancelled']),
      code: z.number(),
      reason: z.string().nullable(),
      at: Instant,
    })
    .nullable(),
})
export type GatewayInfo = z.output<typeof GatewayInfo>

export const queryGateways = post('/lfscada/gateway/query', {
  may: 'gateway:view',
  about: 'Gateways of the organisation, filtered and paged.',
  input: z.object({
    ...paging,
    keyword: maybeText(50),
    state: z.enum(['online', 'offline', 'sleeping']).nullish(),
    bound: z.boolean().nullish(),
  }),
  output: pageOf(GatewayRow),
})

export const gatewayInfo = post('/lfscada/gateway/info', {
  may: 'gateway:view',
  on: { gateway: 'id', equipment: 'equipmentId' },
  about: 'One gateway with all data of its panel, by its own id or by its device.',
  input: z.union([z.object({ id: GatewayId }), z.object({ equipmentId: EquipmentId })]),
  output: GatewayInfo,
})

export const editGateway = post('/lfscada/gateway/edit', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about: 'Changes the remark.',
  input: z.object({ id: GatewayId, remark: maybeText(limits.remarkLength) }),
  output: done,
})

export const replaceGateway = post('/lfscada/gateway/replace', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about: 'Allows replacement hardware to use this SN: the next one that connects with the secret becomes the gateway.',
  input: z.object({ id: GatewayId }),
  output: done,
})

export const releaseGateway = post('/lfscada/gateway/release', {
  may: 'gateway:release',
  confirmed: true,
  on: { gateway: 'id' },
  about:
    'Releases an unbound gateway. Its secret and its code are void; the answer shows, this once, the code by which it ' +
    'can be claimed again.',
  input: z.object({ id: GatewayId }),
  output: z.object({ code: z.string() }),
})

/** One line of the plan of a synchronisation. */
export const SyncChange = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  object: z.enum(['driver', 'signal', 'report', 'alarm', 'script', 'zone']),
  name: z.string(),
  /** Type of a driver: a key may have another name in the form of another type. */
  driverType: z.string().optional(),
  /** Field-level differences: gateway's value, platform's value. */
  fields: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
})

export const planSync = post('/lfscada/gateway/sync/plan', {
  may: 'gateway:view',
  on: { gateway: 'id' },
  about: 'What a synchronisation would change on the gateway.',
  input: z.object({ id: GatewayId }),
  /** `judgedHere`: number of alarm rules that are not sent, because the platform evaluates them for this gateway. */
  output: z.object({ consistency: Consistency, changes: z.array(SyncChange), judgedHere: z.number() }),
})

export const startSync = post('/lfscada/gateway/sync', {
  may: 'gateway:edit',
  on: { gateway: 'id' },
  about:
    'Sends the configuration to the gateway; poll the callback with the uuid. `force` sends it even if both match.',
  input: z.object({ id: GatewayId, force: z.boolean().default(false) }),
  output: issued,
})
