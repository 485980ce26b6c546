// MQTT topics between gateway and platform, each with its payload. JSON, UTF-8, never retained.
// A gateway may publish `gw/{sn}/up/#` and subscribe to `gw/{sn}/down/#` of its own SN and nothing else.
// On connect: client id `gw-{SN}-{boxId}` (boxId: 16 hex digits that the box generated once), username SN, password its
// secret, clean session, keep-alive limits.gatewayKeepAliveS, will = `up/bye` {session} QoS 1. After CONNACK the edge
// subscribes to `down/#`, then publishes `up/hello`, and does nothing else before `down/welcome`.
import { z } from 'zod'
import { BoxOrder, BoxTold, PublicKey } from './box.ts'
import { BrowsedPage } from './browsed-page.ts'
import { BoundConfig, GatewayDriver, ProbePoint, Sealed } from './gateway-config.ts'
import { GatewayWrites } from './gateway-writes.ts'
import { limits } from './limits.ts'
import { ScriptWords } from './script-words.ts'
import { instant, scalar, session, whole } from './topic-values.ts'

const code = whole

/** First message of a connection, repeated whenever one of its fields changes, and every 60 s to measure the clock. */
export const Hello = z.object({
  session,
  boxId: session,
  /** An id that the agent generates at each start. */
  run: session.optional(),
  /** The edge's own clock, epoch ms, echoed in `welcome`. */
  at: instant,
  firmware: z.string().max(40),
  /** Abilities beyond those of the first gateways (contract/abilities). */
  abilities: z.array(z.string().max(40)).max(100).optional(),
  /** Hash of the applied configuration; null before the first. */
  configHash: z.string().length(64).nullable(),
  bindingId: whole.nullable(),
  /** Signal strength in percent. */
  signalStrength: z.number().min(0).max(100).optional(),
  networkType: z.string().max(20).optional(),
  mode: z.enum(['standard', 'switch', 'router', 'download']).default('standard'),
  /** Whether a remote download tunnel is open. */
  vpn: z.boolean().default(false),
  lanIp: z.string().max(45).optional(),
  mac: z.string().max(17).optional(),
  /** SN of the communication module, e.g. the IMEI of a modem. */
  moduleSn: z.string().max(40).optional(),
  /** Whether the gateway has a key that verifies firmware; an agent that checks no signature omits this. */
  hasFirmwareKey: z.boolean().optional(),
})
export type Hello = z.output<typeof Hello>

/**
 * Answer to `hello`. platformOffset = at − (echo + now)/2 on the edge. `accepted` false: a second box, which must stay
 * silent. `reason`: why it was rejected, or a warning, for the log of the box.
 */
const Welcome = z.object({
  session,
  echo: instant,
  at: instant,
  accepted: z.boolean(),
  reason: z.string().optional(),
  /** The key that signs firmware, for an agent that has none. */
  firmwareKey: PublicKey.optional(),
})

/** Heartbeat: sent in every keep-alive period in which nothing else was sent. */
const Beat = z.object({ session })

/**
 * Will, or a planned disconnect. `sleeping`: commands answer 1337. `powerOff`: it lost its supply, and its remaining
 * energy is enough for this message. Stale sessions are ignored.
 */
const Bye = z.object({ session, sleeping: z.boolean().optional(), powerOff: z.boolean().optional() })

/**
 * Values of opened monitoring, columnar, QoS 0. `times` are ms relative to `at` (omitted: all 0), `codes` omitted: all
 * 200. A value whose code is not 200 is null or its last good value; with code 1747 the device itself reports it as
 * uncertain.
 */
export const Live = z.object({
  session,
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  at: instant,
  ids: z.array(z.number().int().positive()).max(5000),
  values: z.array(scalar).max(5000),
  times: z.array(z.number().int()).max(5000).optional(),
  codes: z.array(code).max(5000).optional(),
})
export type Live = z.output<typeof Live>

/**
 * State of the drivers, sent with opened monitoring, QoS 0. Counts are since the configuration took effect; `cycleMs`
 * is the time from one reading of a block to the next; `fault` is the last one, whatever its age; `clock` is the
 * device's clock compared with the gateway's, of protocols with times.
 */
const Drivers = z.object({
  session,
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  at: instant,
  drivers: z
    .array(
      z.object({
        id: z.number().int().positive(),
        isOpen: z.boolean(),
        requests: z.number().int().min(0),
        errors: z.number().int().min(0),
        cycleMs: z.number().min(0).nullable(),
        fault: z.object({ code, text: z.string().max(200), at: instant }).nullable(),
        clock: z.object({ aheadMs: z.number().int(), isDoubtful: z.boolean() }).optional(),
      }),
    )
    .max(limits.driversPerMessage),
})

/** Events (alarms) overtake records: each lane has its own sequence numbers. */
export const lanes = ['event', 'record'] as const
export type Lane = (typeof lanes)[number]

/** Identifies one message of an outbox: `epoch` is generated with the outbox file, `seq` counts from 1 in each lane. */
const place = { epoch: session, lane: z.enum(lanes), seq: z.number().int().positive() }

/** The equipment that data was collected for, and when it was sent. */
const taken = {
  equipmentId: z.number().int().positive(),
  /**
   * The binding at the time of collection: the data goes to the equipment that was bound then, never to a later owner.
   */
  bindingId: z.number().int().positive(),
  configHash: z.string().length(64),
  sentAt: instant,
  at: instant,
}

/**
 * Values to store, columnar, QoS 1, sent again until acknowledged. `ids` are column ids of history reports; rows of one
 * moment share it. `times` are ms relative to `at` (omitted: all 0), `codes` omitted: all 200. `at` is the gateway's
 * estimate of platform time; `sentAt` is the same clock at the time of sending, by which the platform checks it.
 */
export const Records = z.object({
  session,
  ...place,
  ...taken,
  ids: z.array(z.number().int().positive()).min(1).max(limits.recordPoints),
  values: z.array(scalar).max(limits.recordPoints),
  times: z.array(z.number().int()).max(limits.recordPoints).optional(),
  codes: z.array(code).max(limits.recordPoints).optional(),
})
export type Records = z.output<typeof Records>

/**
 * Alarms that were raised and cleared on the gateway, in order, QoS 1, sent again until acknowledged. `alarm`
 * identifies one occurrence, generated when it is raised; `t` is ms relative to `at`; `values` has one entry for
 * each variable in `tell` of its rule.
 */
export const Events = z.object({
  session,
  ...place,
  ...taken,
  events: z
    .array(
      z.object({
        ruleId: whole.positive(),
        alarm: session,
        kind: z.enum(['raised', 'cleared']),
        t: z.number().int(),
        values: z
          .array(z.tuple([whole.positive(), scalar]))
          .max(limits.alarmTold)
          .optional(),
      }),
    )
    .min(1)
    .max(limits.alarmEvents),
})
export type Events = z.output<typeof Events>

const standingAlarms = z
  .array(z.object({ ruleId: whole.positive(), alarm: session }))
  .max(limits.alarmRulesPerEquipment)

/**
 * All active alarms of the gateway, sent once per connection and when its rules change: an alarm that is active on the
 * platform and missing in this list is over. The list is valid once all entries of the event lane up to `seq` are
 * committed; `seq` 0: the lane never had an entry.
 */
const ActiveAlarms = z.object({
  session,
  epoch: session.nullable(),
  seq: z.number().int().min(0),
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  /** The gateway's estimate of platform time; alarms raised after it are not affected by the list. */
  at: instant,
  alarms: standingAlarms,
})

/**
 * Messages that an outbox had to drop: from `from` to `seq`, `points` values collected between `fromAt` and `toAt`.
 * `full`: the disk limit was reached; `torn`: unreadable on disk; `forgotten`: the platform lost data that it had
 * acknowledged.
 */
export const Gap = z.object({
  session,
  ...place,
  from: z.number().int().positive(),
  equipmentId: z.number().int().positive().nullable(),
  bindingId: z.number().int().positive().nullable(),
  points: z.number().int().min(0),
  fromAt: instant.nullable(),
  toAt: instant.nullable(),
  reason: z.enum(['full', 'torn', 'forgotten']),
})
export type Gap = z.output<typeof Gap>

/**
 * Everything of this lane up to `seq` is committed. `again`: a message arrived out of order; send again from `seq` + 1.
 */
export const Ack = z.object({ ...place, seq: z.number().int().min(0), again: z.boolean().optional() })
export type Ack = z.output<typeof Ack>

/** Outcome of a command. `value`: read back after a write, or read by a probe. */
export const Result = z.object({
  uuid: z.uuid(),
  status: z.enum(['success', 'failure', 'exception']),
  code,
  value: scalar.optional(),
  /** Result of a browse command. */
  page: BrowsedPage.optional(),
  /** The gateway's estimate of platform time. */
  at: instant,
  /** How long the PLC took to answer a probe. */
  tookMs: whole.min(0).optional(),
  reason: z.string().max(500).optional(),
  /** Values for the placeholders in the code's text (contract/errors), such as the bounds that were exceeded. */
  details: z
    .record(z.string().max(20), z.union([z.number(), z.string().max(200)]))
    .refine((details) => Object.keys(details).length <= 20)
    .optional(),
})
export type Result = z.output<typeof Result>

/** State of the box besides hello: sent after each welcome, when it changes, and periodically. */
const Box = z.object({ session, at: instant, box: BoxTold })

/** Requests the next bytes of an upgrade file, from an offset. Repeated if no answer arrives. */
const Piece = z.object({
  session,
  upgrade: session,
  from: whole.min(0).max(limits.firmwareBytes),
})

/** Bytes of an upgrade file, base64; empty: the file is no longer available. */
const Bytes = z.object({
  upgrade: session,
  from: whole.min(0),
  data: z.string().max(Math.ceil(limits.firmwareChunkBytes / 3) * 4),
})

/** Opens live streaming of all variables for `delayS` seconds; the smallest interval of all active openers applies. */
export const Open = z.object({
  intervalMs: z.number().int().min(100).max(3_600_000),
  delayS: z.number().int().min(0).max(86_400),
})
export type Open = z.output<typeof Open>

/** Commands carry uuid and expiry (platform time); they are executed at most once, never after expiry. */
const order = { uuid: z.uuid(), expiresAt: instant }
/** A driver that need not be part of the configuration. */
const by = { type: GatewayDriver.shape.type, params: GatewayDriver.shape.params, sealed: Sealed }
const holdMs = whole.min(limits.holdMs.min).max(limits.holdMs.max)
export const Command = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('write'),
    ...order,
    equipmentId: z.number().int(),
    bindingId: z.number().int(),
    signalId: z.number().int(),
    value: z.union([z.number(), z.boolean(), z.string()]),
    /** `writeHash` of the variable on the platform; a gateway with another one answers 1318. */
    hash: z.string().length(64).optional(),
    /** A pressed key: unless a `hold` with this command's uuid arrives within `forMs`, the gateway writes `back`. */
    hold: z.object({ back: z.union([z.number(), z.boolean(), z.string()]), forMs: holdMs }).optional(),
  }),
  /**
   * `standing`: active alarms that the platform has evaluated so far, which continue under their ids; alarms of new
   * rules are not included.
   */
  z.object({ kind: z.literal('configure'), ...order, bound: BoundConfig, standing: standingAlarms.optional() }),
  /** Deletes the configuration: the gateway was unbound. */
  z.object({ kind: z.literal('release'), ...order }),
  /** A setting or an action of the box itself. Secrets in it are numbers; their values are encrypted in `sealed`. */
  z.object({ kind: z.literal('box'), ...order, order: BoxOrder, sealed: Sealed }),
  /** Reads one point once, by a driver that need not be configured. It changes nothing, so it is not journalled. */
  z.object({ kind: z.literal('probe'), ...order, ...by, point: ProbePoint }),
  /** Lists the children of a node (absent: the root) from an offset. It changes nothing, like a probe. */
  z.object({
    kind: z.literal('browse'),
    ...order,
    ...by,
    node: z.string().max(1000).optional(),
    from: z.number().int().min(0).max(limits.browseNodes),
  }),
])
export type Command = z.output<typeof Command>

/** The key of this command is still pressed. */
export const Hold = z.object({ press: z.uuid(), forMs: holdMs })
export type Hold = z.output<typeof Hold>

/** A frame of a remote download (contract/tunnel.ts): the only payload that is not JSON. */
const TunnelBytes = z.instanceof(Uint8Array)

/** Suffix of the topic → payload, its QoS, and its description in docs/mqtt/asyncapi.json. */
export const upTopics = {
  hello: {
    payload: Hello,
    qos: 1,
    about: 'First message of a connection; sent again when a field changes, and every 60 s to measure the clock.',
  },
  beat: { payload: Beat, qos: 0, about: 'Heartbeat, in every keep-alive period without another message.' },
  bye: { payload: Bye, qos: 1, about: 'The will, or a planned disconnect.' },
  live: { payload: Live, qos: 0, about: 'Values while a user watches, columnar. Times are relative to `at`.' },
  drivers: { payload: Drivers, qos: 0, about: 'State of the drivers while a user watches.' },
  record: { payload: Records, qos: 1, about: 'Values to store, columnar; sent again until acknowledged.' },
  event: { payload: Events, qos: 1, about: 'Alarms that were raised and cleared; sent again until acknowledged.' },
  standing: {
    payload: ActiveAlarms,
    qos: 1,
    about: 'All active alarms, once per connection and when the rules change.',
  },
  gap: { payload: Gap, qos: 1, about: 'Messages that the outbox had to drop.' },
  result: { payload: Result, qos: 1, about: 'Outcome of a command.' },
  box: { payload: Box, qos: 1, about: 'State of the box: after each welcome, when it changes, and periodically.' },
  piece: { payload: Piece, qos: 0, about: 'Requests the next bytes of an upgrade file.' },
  tunnel: { payload: TunnelBytes, qos: 0, about: 'A frame of a remote download, in binary.' },
  script: { payload: ScriptWords, qos: 0, about: 'State and output of scripts while a user watches.' },
  writes: {
    payload: GatewayWrites,
    qos: 1,
    about: 'Writes that the gateway made automatically, for the operation log.',
  },
} as const
/** QoS 0, so that a broker never stores a command for later. */
export const downTopics = {
  welcome: { payload: Welcome, qos: 0, about: 'Answer to hello. A gateway that is not accepted must stay silent.' },
  open: { payload: Open, qos: 0, about: 'Opens live streaming of all variables for some seconds.' },
  ack: { payload: Ack, qos: 0, about: 'Everything of a lane up to this number is committed.' },
  command: { payload: Command, qos: 0, about: 'A command; executed at most once, never after its expiry.' },
  hold: { payload: Hold, qos: 0, about: 'The key of a write command is still pressed.' },
  bytes: { payload: Bytes, qos: 0, about: 'Bytes of an upgrade file.' },
  tunnel: { payload: TunnelBytes, qos: 0, about: 'A frame of a remote download, in binary.' },
} as const

export type UpName = keyof typeof upTopics
export type DownName = keyof typeof downTopics
export type Up = { [N in UpName]: z.output<(typeof upTopics)[N]['payload']> }
export type Down = { [N in DownName]: z.output<(typeof downTopics)[N]['payload']> }

/** The payload as bytes or text, as it is published. */
export const wireOf = (payload: object): string | Buffer =>
  payload instanceof Uint8Array ? (payload as Buffer) : JSON.stringify(payload)

export const upTopic = (sn: string, name: string) => `gw/${sn}/up/${name}`
export const downTopic = (sn: string, name: DownName) => `gw/${sn}/down/${name}`
export const downFilter = (sn: string) => `gw/${sn}/down/#`
/** The topics that the platform subscribes to. */
export const upFilter = 'gw/+/up/#'
export const clientIdOf = (sn: string, boxId: string) => `gw-${sn}-${boxId}`
