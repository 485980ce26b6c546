// The operator's register of gateways: which ones may connect, and with which secret.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { GatewayId, Instant, maybeText, pageOf, paging, Sn, text, UnclaimedId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const registerGateway = post('/lfscada/gateway/register', {
  may: 'gateway:register',
  about:
    'The operator registers a gateway by its SN. The answer shows the verification code and the MQTT secret only once.',
  input: z.object({
    sn: Sn,
    series: text(20).default('GH'),
    model: text(40).default('GH-Linux'),
    remark: maybeText(limits.remarkLength),
  }),
  output: z.object({ id: GatewayId, sn: z.string(), code: z.string(), secret: z.string() }),
})

export const Registered = z.object({ sn: z.string(), code: z.string(), secret: z.string() })
export type Registered = z.output<typeof Registered>

export const registerGateways = post('/lfscada/gateway/register/batch', {
  may: 'gateway:register',
  heavy: true,
  about:
    'Registers up to 100 gateways at once, all or none. More are 1306; SNs that are known, or there twice, are 1308 and ' +
    'listed in data. The answer shows the verification codes and MQTT secrets only once.',
  input: z.object({
    rows: z
      .array(
        z.object({
          sn: Sn,
          series: text(20).default('GH'),
          model: text(40).default('GH-Linux'),
          remark: maybeText(limits.remarkLength),
        }),
      )
      .min(1)
      .max(1000),
  }),
  output: z.array(Registered),
})

export const renewGatewaySecret = post('/lfscada/gateway/renewSecret', {
  may: 'gateway:edit',
  confirmed: true,
  on: { gateway: 'id' },
  about: 'A new MQTT secret, shown only once; the old one stops working immediately.',
  input: z.object({ id: GatewayId }),
  output: z.object({ secret: z.string() }),
})

/** A registered gateway that is not claimed yet. */
export const UnclaimedRow = z.object({
  id: UnclaimedId,
  sn: z.string(),
  series: z.string(),
  model: z.string(),
  remark: z.string().nullable(),
  /** An agent can be connected before its gateway is claimed. */
  state: z.enum(['online', 'offline', 'sleeping']),
  lastSeenAt: Instant.nullable(),
  registeredAt: Instant,
})
export type UnclaimedRow = z.output<typeof UnclaimedRow>

export const queryUnclaimed = post('/lfscada/gateway/registered/query', {
  may: 'gateway:register',
  about: 'Lists the unclaimed gateways that this organisation registered, newest first.',
  input: z.object({ ...paging, keyword: maybeText(50) }),
  output: pageOf(UnclaimedRow),
})

export const removeUnclaimed = post('/lfscada/gateway/registered/remove', {
  may: 'gateway:register',
  about: 'Removes an unclaimed gateway: its code and its secret are void, its agent is cut off. 10007 once claimed.',
  input: z.object({ id: UnclaimedId }),
  output: done,
})

export const brokerAddress = post('/lfscada/gateway/brokerAddress', {
  may: 'gateway:view',
  about:
    'Where the agents of gateways connect: host (null: as the platform is asked for), port, TLS, private authority.',
  input: nothing,
  output: z.object({
    host: z.string().nullable(),
    port: z.number(),
    secure: z.boolean(),
    ca: z.string().nullable(),
    isCaMissing: z.boolean(),
    isLocal: z.boolean(),
  }),
})
export type BrokerAddress = z.output<typeof brokerAddress.output>
