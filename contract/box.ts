// Settings of the gateway itself (the box), orders that change them, and the report of its state. They belong to the
// box, not to the configuration of its device. [S2 Gateway panel] [S3 Gateway, MQTT settings, Serial port] [S4]
import { z } from 'zod'
import { ipv4Number, isHost, isMask, isSameSegment, segmentOf } from '../core/ipv4.ts'
import { compileX } from '../core/x-formula.ts'
import { limits } from './limits.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)
const signalId = whole(1, 2_147_483_647)
const instant = z.number().int().min(0).max(8.64e15)
const because = (en: string, zh: string) => ({ params: { en, zh } })

export const modes = ['standard', 'switch', 'router', 'download'] as const
export type Mode = (typeof modes)[number]

const Ip = z
  .string()
  .max(15)
  .refine((text) => ipv4Number(text) !== undefined, because('not an IPv4 address', '不是有效的 IPv4 地址'))
const Mask = z.string().max(15).refine(isMask, because('not a subnet mask', '不是有效的子网掩码'))

/** A network behind another machine of the LAN. */
export const Route = z.object({ target: Ip, mask: Mask, nextHop: Ip })
export type Route = z.output<typeof Route>

/** [S5] The next hop must be in the segment of the LAN. */
export const Lan = z
  .object({ ip: Ip, mask: Mask, route: Route.nullable().default(null) })
  .superRefine((lan, context) => {
    const wrong = (path: string[], en: string, zh: string) =>
      context.addIssue({ code: 'custom', path, ...because(en, zh) })
    const { ip, mask, route } = lan
    if (!isHost(ip, mask)) wrong(['ip'], 'no address of a machine under this mask', '在该掩码下不是可用的主机地址')
    if (!route) return
    if (route.nextHop === ip) wrong(['route', 'nextHop'], 'the gateway itself', '不能是网关自身')
    else if (!isSameSegment(route.nextHop, ip, mask) || !isHost(route.nextHop, mask))
      wrong(['route', 'nextHop'], 'not in the segment of the LAN IP', '与 LAN IP 不在同一网段')
    if (segmentOf(route.target, route.mask) !== ipv4Number(route.target))
      wrong(['route', 'target'], 'not the address of a network under its mask', '在其掩码下不是网段地址')
    else if (isSameSegment(route.target, ip, mask))
      wrong(['route', 'target'], 'the segment of the LAN itself', '与 LAN 属于同一网段')
  })
export type Lan = z.output<typeof Lan>

export const bauds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const
export const parities = ['none', 'even', 'odd'] as const

export const SerialLine = z.object({
  port: z.string().regex(/^COM[1-8]$/),
  baud: z.number().refine((baud) => bauds.includes(baud as 9600), because('no usual rate', '不是标准波特率')),
  dataBits: whole(5, 8),
  parity: z.enum(parities),
  stopBits: whole(1, 2),
})
export type SerialLine = z.output<typeof SerialLine>

/**
 * Settings of a battery gateway: it reports every `reportEveryMin`, stays awake for the sleep delay after the last
 * message, then sleeps.
 */
export const PowerSaving = z.object({
  isLowPower: z.boolean(),
  reportEveryMin: whole(1, 10_080),
  sleepDelayS: whole(10, 3600),
})
export type PowerSaving = z.output<typeof PowerSaving>

/**
 * Reads `X` every `everyS` seconds and writes the result of the formula; stops writing after `offlineMin` without a
 * connection. [S5]
 */
export const Tamper = z.object({
  formula: z
    .string()
    .trim()
    .min(1)
    .max(limits.tamperFormulaLength)
    .refine(
      (text) => compileX(text) !== undefined,
      because('only X, numbers, + - * / and parentheses', '只能包含 X、数字、+ - * / 和括号'),
    )
    // The description of the call carries this pattern for API clients.
    .regex(/^[\d.+\-*/()xX\s]*[xX][\d.+\-*/()xX\s]*$/),
  readId: signalId,
  writeId: signalId,
  everyS: whole(1, 3600),
  offlineMin: whole(1, 43_200),
})
export type Tamper = z.output<typeof Tamper>

/** Copies the value of one variable to another one: whenever it changes, or every `everyS` seconds. */
export const Mapping = z.object({
  from: signalId,
  to: signalId,
  when: z.enum(['change', 'period']),
  everyS: whole(1, 86_400).default(1),
})
export type Mapping = z.output<typeof Mapping>

/** `writeHash` of the written variable at the time of the order: once its address changes, nothing is written. */
const meant = { hash: z.string().length(64) }
export const BoundTamper = Tamper.extend(meant)
export type BoundTamper = z.output<typeof BoundTamper>
export const BoundMapping = Mapping.extend(meant)
export type BoundMapping = z.output<typeof BoundMapping>

const host =
  /^(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
const isAddressOrDomain = (text: string) =>
  /^[\d.]+$/.test(text) ? ipv4Number(text) !== undefined : z.ipv6().safeParse(text).success || host.test(text)
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), because('holds control characters', '包含控制字符'))

export const mqttAuths = ['none', 'oneWay', 'mutual'] as const

/** A server of the customer's own that the gateway publishes values to, beside the platform. [S3 MQTT settings] */
export const Northbound = z.object({
  host: line(253).refine(isAddressOrDomain, because('no valid IP address or domain', '不是有效的 IP 或域名')),
  port: whole(1, 65_535),
  clientId: line(limits.mqttTextLength),
  username: line(limits.mqttTextLength),
  /** Timeout of a connection attempt. */
  timeoutS: whole(1, 120),
  keepAliveS: whole(5, 3600),
  /** `oneWay`: TLS, the gateway checks the server; `mutual`: the server checks the gateway too. */
  auth: z.enum(mqttAuths),
  topic: line(limits.mqttTopicLength).refine(
    (text) => text.length > 0 && !/[+#]/.test(text) && !text.startsWith('/') && !text.startsWith('$'),
    because('no topic to publish to', '不是可发布的主题'),
  ),
  everyS: whole(1, 3600),
})
export type Northbound = z.output<typeof Northbound>

export const NamedVariable = z.object({ id: signalId, name: z.string().min(1).max(100) })

const pem = z.string().min(1).max(limits.certificateLength)

/** An Ed25519 public key, base64url. */
export const PublicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const Signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/)

/** A key with which the platform signs firmware. `endorsement`: signature by the previous key, null for the first. */
export const OfferedKey = z.object({ key: PublicKey, endorsement: Signature.nullable() })
export type OfferedKey = z.output<typeof OfferedKey>

/** A new agent: its file, and how many seconds it may take to report before it is rolled back. */
export const Upgrade = z.object({
  upgrade: z.string().regex(/^[0-9a-f]{16}$/),
  version: z.string().min(1).max(40),
  bytes: whole(1, limits.firmwareBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  trialS: whole(1, 3600),
  /**
   * Signature of the platform for this gateway (contract/firmware-signature.ts). `serial` increases with each order;
   * `keys`: the keys up to the one that signed it, which is the last.
   */
  signed: z
    .object({ serial: instant, signature: Signature, keys: z.array(OfferedKey).min(1).max(limits.firmwareKeys) })
    .optional(),
})
export type Upgrade = z.output<typeof Upgrade>
export type SignedUpgrade = Upgrade & Required<Pick<Upgrade, 'signed'>>

const plainOrders = [
  z.object({ act: z.literal('restart') }),
  z.object({ act: z.literal('mode'), mode: z.enum(modes) }),
  z.object({ act: z.literal('lan'), lan: Lan }),
  z.object({ act: z.literal('serial'), line: SerialLine }),
  z.object({ act: z.literal('power'), power: PowerSaving }),
  z.object({ act: z.literal('location'), isOn: z.boolean() }),
  z.object({ act: z.literal('locate') }),
] as const

/** Orders without variables and secrets. */
export const PlainOrder = z.discriminatedUnion('act', plainOrders)
export type PlainOrder = z.output<typeof PlainOrder>

export const BoxOrder = z.discriminatedUnion('act', [
  ...plainOrders,
  /** `settings` null removes the server. `secrets`: password and key as sealed numbers; omitted ones do not change. */
  z.object({
    act: z.literal('mqtt'),
    settings: Northbound.nullable(),
    variables: z.array(NamedVariable).max(limits.mqttVariables).default([]),
    ca: pem.nullish(),
    certificate: pem.nullish(),
    secrets: z
      .record(z.enum(['password', 'key']), z.unknown())
      .or(z.record(z.string(), z.unknown()))
      .default({}),
  }),
  z.object({ act: z.literal('tamper'), tamper: BoundTamper.nullable() }),
  z.object({ act: z.literal('mappings'), mappings: z.array(BoundMapping).max(limits.mappings) }),
  Upgrade.extend({ act: z.literal('upgrade') }),
])
export type BoxOrder = z.output<typeof BoxOrder>
export type BoxAct = BoxOrder['act']

/**
 * Whether an order is accepted while the tunnel is open, or in remote download mode: only those that end it. [S4]
 * [S8 1331]
 */
export const isOrderedInDownload = (act: string): boolean => act === 'mode' || act === 'restart'

export const CertificateFacts = z.object({ subject: z.string().max(300), until: instant })

/**
 * Why a gateway cannot do something. `unmanaged`: its owner has not allowed it; `network`: no program manages the
 * network; `lanPort`: no LAN port is configured, or none has that name; `lanForeign`: another program sets up that
 * port; `rights`: the agent lacks the operating-system right; `position`: the modem reports no coordinates;
 * `wakeClock`: no clock that wakes it.
 */
export const lackKinds = [
  'unmanaged',
  'network',
  'lanPort',
  'lanForeign',
  'rights',
  'serialPort',
  'modem',
  'position',
  'wakeClock',
  'hardware',
] as const
export type Lack = (typeof lackKinds)[number]

/** State and features of a gateway as it reports them; null or missing where its hardware has no such feature. */
export const BoxTold = z.object({
  /** The kinds of orders that this gateway accepts. */
  can: z.array(z.string().max(20)).max(30),
  /** Reason for each order that it does not accept; newer gateways may send other kinds. */
  lacks: z.record(z.string().max(20), z.string().max(20)).optional(),
  uptimeS: z.number().int().min(0),
  /** Bytes of the gateway's connections to the platform, both ways, since `sinceAt`. */
  traffic: z.object({ sent: z.number().int().min(0), received: z.number().int().min(0), sinceAt: instant }),
  mode: z.object({ now: z.enum(modes), next: z.enum(modes) }),
  lan: z.object({ ip: z.string().max(45), mask: z.string().max(15), route: Route.nullable() }).nullable(),
  /** The last LAN setting that disconnected the gateway and was undone. */
  lanUndone: z.object({ ip: z.string().max(45), mask: z.string().max(15), at: instant }).nullable(),
  serial: z.array(SerialLine).max(8),
  power: PowerSaving.nullable(),
  location: z
    .object({
      isOn: z.boolean(),
      /** Refreshes of the base-station location that are left today. */
      left: z.number().int().min(0),
      fix: z
        .object({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
          accuracyM: z.number().min(0),
          at: instant,
        })
        .nullable(),
    })
    .nullable(),
  mqtt: z
    .object({
      settings: Northbound,
      variables: z.number().int().min(0),
      hasPassword: z.boolean(),
      hasKey: z.boolean(),
      ca: CertificateFacts.nullable(),
      certificate: CertificateFacts.nullable(),
      status: z.enum(['connecting', 'connected', 'failed', 'paused']),
      reason: z.string().max(200).nullable(),
      published: z.number().int().min(0),
    })
    .nullable(),
  tamper: z
    .object({
      settings: Tamper,
      /** `stopped`: the gateway was offline for too long; `outdated`: the variable has another address now. */
      state: z.enum(['waiting', 'working', 'failed', 'stopped', 'outdated', 'paused']),
      x: z.number().nullable(),
      y: z.number().nullable(),
      /** Time of the last write that succeeded. */
      at: instant.nullable(),
      code: z.number().int().nullable(),
    })
    .nullable(),
  mappings: z
    .array(
      Mapping.extend({ writes: z.number().int().min(0), code: z.number().int().nullable(), at: instant.nullable() }),
    )
    .max(limits.mappings),
  firmware: z.object({
    version: z.string().max(40),
    phase: z.enum(['idle', 'loading', 'trial']),
    target: z.string().max(40).nullable(),
    loaded: z.number().int().min(0),
    bytes: z.number().int().min(0),
    /** The last upgrade that did not succeed. */
    failed: z.object({ version: z.string().max(40), reason: z.string().max(200), at: instant }).nullable(),
  }),
})
export type BoxTold = z.output<typeof BoxTold>
