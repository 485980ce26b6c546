// MQTT topics between gateway and platform, each with its payload. JSON, UTF-8, never retained.
// A gateway may publish `gw/{sn}/up/#` and subscribe to `gw/{sn}/down/#` of its own SN and nothing else.
//
// On connect: client id `gw-{SN}-{boxId}` (boxId: 16 hex digits the box drew once), username SN, password its secret,
// clean session, keep-alive limits.gatewayKeepAliveS, will = `up/bye` {session} QoS 1. After CONNACK the edge subscribes
// to `down/#`, then publishes `up/hello`, and does nothing else before `down/welcome`.
import { z } from 'zod'
import { dataTypes } from '../core/data-type.ts'
import { BoxOrder, BoxTold, PublicKey } from './box.ts'
import { BoundConfig, GatewayDriver, ProbePoint, Sealed } from './gateway-config.ts'
import { GatewayWrites } from './gateway-writes.ts'
import { limits } from './limits.ts'
import { ScriptWords } from './script-words.ts'
import { instant, session, whole } from './topic-values.ts'

const code = whole
const scalar = z.union([z.number().refine(Number.isFinite), z.boolean(), z.string().max(1000), z.null()])

/** First words of a connection, and again whenever something of it changes and every 60 s to learn the clock. */
export const Hello = z.object({
  session,
  boxId: session,
  /** Drawn at each start of the agent. */
  run: session.optional(),
  /** The edge's own clock, epoch ms, echoed in `welcome`. */
  at: instant,
  firmware: z.string().max(40),
  /** What it can beyond what the first gateways could (contract/abilities). */
  abilities: z.array(z.string().max(40)).max(100).optional(),
  /** Of the applied configuration; null before the first. */
  configHash: z.string().length(64).nullable(),
  bindingId: whole.nullable(),
  /** Percent. */
  signalStrength: z.number().min(0).max(100).optional(),
  networkType: z.string().max(20).optional(),
  mode: z.enum(['standard', 'switch', 'router', 'download']).default('standard'),
  /** Remote download tunnel open. */
  vpn: z.boolean().default(false),
  lanIp: z.string().max(45).optional(),
  mac: z.string().max(17).optional(),
  /** SN of the communication module, e.g. the IMEI of a modem. */
  moduleSn: z.string().max(40).optional(),
  /** Whether it knows whose firmware it installs; an agent that checks no signature omits it. */
  hasFirmwareKey: z.boolean().optional(),
})
export type Hello = z.output<typeof Hello>

/**
 * Answer to `hello`. platformOffset = at − (echo + now)/2 on the edge. `accepted` false: a second box, keep silent.
 * `reason`: why not, or with what reservation, for the log of the box.
 */
export const Welcome = z.object({
  session,
  echo: instant,
  at: instant,
  accepted: z.boolean(),
  reason: z.string().optional(),
  /** The key that signs firmware, for an agent that knows none. */
  firmwareKey: PublicKey.optional(),
})
export type Welcome = z.output<typeof Welcome>

/** I am here; every keep-alive period in which nothing else was sent. */
export const Beat = z.object({ session })
export type Beat = z.output<typeof Beat>

/**
 * Will, or a planned good-bye. `sleeping`: commands answer 1337. `powerOff`: its supply is gone, what it has left is enough
 * for these words. Stale sessions are ignored.
 */
export const Bye = z.object({ session, sleeping: z.boolean().optional(), powerOff: z.boolean().optional() })
export type Bye = z.output<typeof Bye>

/**
 * Values of opened monitoring, columnar, QoS 0. `times` are ms relative to `at` (omitted: all 0), `codes` omitted: all 200.
 * A value whose code is not 200 is null or its last good value; with 1747 it is what the device itself calls uncertain.
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
 * How it goes with the drivers, with opened monitoring, QoS 0. Counts are since the configuration took effect; `cycleMs`
 * is how long a block took from one reading to the next; `fault` is the last one, however long ago.
 */
export const Drivers = z.object({
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
      }),
    )
    .max(limits.driversPerMessage),
})
export type Drivers = z.output<typeof Drivers>

/** Events (alarms) overtake records: each lane has sequence numbers of its own. */
export const lanes = ['event', 'record'] as const
export type Lane = (typeof lanes)[number]

/** Names one message of an outbox for ever: `epoch` is drawn with the outbox file, `seq` counts from 1 in each lane. */
const place = { epoch: session, lane: z.enum(lanes), seq: z.number().int().positive() }

/** For whom something was kept, and when it was sent. */
const taken = {
  equipmentId: z.number().int().positive(),
  /** Under which it was taken; it goes to the equipment that was bound then, never to a later owner. */
  bindingId: z.number().int().positive(),
  configHash: z.string().length(64),
  sentAt: instant,
  at: instant,
}

/**
 * Values to keep, columnar, QoS 1, sent again until acknowledged. `ids` are column ids of history reports; rows of one
 * moment share it. `times` are ms relative to `at` (omitted: all 0), `codes` omitted: all 200. `at` is platform time as
 * the edge knew it; `sentAt` is the same clock when it was sent, by which the platform sees whether it is right.
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
 * Alarms that were raised and cleared on the gateway, in order, QoS 1, sent again until acknowledged. `alarm` names one
 * occurrence for ever, drawn when it is raised; `t` is ms relative to `at`; `values`: of the variables that its rule tells.
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
 * All alarms that stand on the gateway, once a connection and when its rules change: what stands on the platform and not
 * here is over. It counts once everything of the event lane up to `seq` is committed, 0: nothing was ever kept there.
 */
export const Standing = z.object({
  session,
  epoch: session.nullable(),
  seq: z.number().int().min(0),
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  /** Platform time as the gateway knows it: what was raised later is not meant. */
  at: instant,
  alarms: standingAlarms,
})
export type Standing = z.output<typeof Standing>

/**
 * What an outbox had to drop: everything from `from` to `seq`, `points` values taken between `fromAt` and `toAt`.
 * `full`: the disk's bound; `torn`: unreadable on disk; `forgotten`: the platform lost what it had acknowledged.
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

/** Everything of this lane up to `seq` is committed. `again`: what came was ahead of that, send from `seq` + 1. */
export const Ack = z.object({ ...place, seq: z.number().int().min(0), again: z.boolean().optional() })
export type Ack = z.output<typeof Ack>

/** Children of a node of an address space; `next` is the place of the first that is not among them. */
export const BrowsedPage = z.object({
  nodes: z
    .array(
      z.object({
        address: z.string().max(1000),
        /** The same node by the index of its OPC UA namespace. */
        indexed: z.string().max(1000).optional(),
        name: z.string().max(500),
        nodeClass: z.enum(['object', 'variable', 'method', 'other']),
        /** Of a variable that can be read here. */
        dataType: z.enum(dataTypes).optional(),
        typeName: z.string().max(100).optional(),
        value: scalar.optional(),
        isWritable: z.boolean().optional(),
        hasChildren: z.boolean(),
      }),
    )
    .max(limits.browsePage),
  next: z.number().int().positive().optional(),
})
export type BrowsedPage = z.output<typeof BrowsedPage>

/** Outcome of a command. `value` is what was read: back after a write, or by a probe. */
export const Result = z.object({
  uuid: z.uuid(),
  status: z.enum(['success', 'failure', 'exception']),
  code,
  value: scalar.optional(),
  /** Of a browsing. */
  page: BrowsedPage.optional(),
  /** Platform time as the edge knows it. */
  at: instant,
  /** Of a probe: how long the PLC took to answer. */
  tookMs: whole.min(0).optional(),
  reason: z.string().max(500).optional(),
  /** What fills the marks of the code's text (contract/errors), such as the bounds that were left. */
  details: z
    .record(z.string().max(20), z.union([z.number(), z.string().max(200)]))
    .refine((details) => Object.keys(details).length <= 20)
    .optional(),
})
export type Result = z.output<typeof Result>

/** What the box tells of itself beside hello: after each welcome, when something of it changes, and now and then. */
export const Box = z.object({ session, at: instant, box: BoxTold })
export type Box = z.output<typeof Box>

/** Asks for the next bytes of the file of an upgrade: from there on. Asked again when nothing comes. */
export const Piece = z.object({
  session,
  upgrade: session,
  from: whole.min(0).max(limits.firmwareBytes),
})
export type Piece = z.output<typeof Piece>

/** Bytes of the file of an upgrade, base64; none: it is not to be had any more. */
export const Bytes = z.object({
  upgrade: session,
  from: whole.min(0),
  data: z.string().max(Math.ceil(limits.firmwareChunkBytes / 3) * 4),
})
export type Bytes = z.output<typeof Bytes>

/** Open live streaming of everything for `delayS` seconds; the smallest interval of all openers that still run wins. */
export const Open = z.object({
  intervalMs: z.number().int().min(100).max(3_600_000),
  delayS: z.number().int().min(0).max(86_400),
})
export type Open = z.output<typeof Open>

/** Commands carry uuid and expiry (platform time); executed at most once, never after expiry. */
const order = { uuid: z.uuid(), expiresAt: instant }
/** A driver that need not be configured. */
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
    /** `writeHash` of the variable as the platform means it; a gateway that runs another one answers 1318. */
    hash: z.string().length(64).optional(),
    /** A pressed key: without a `hold` that names this command within `forMs` the gateway writes `back` by itself. */
    hold: z.object({ back: z.union([z.number(), z.boolean(), z.string()]), forMs: holdMs }).optional(),
  }),
  /** `standing`: alarms that were judged on the platform so far and go on by their names; new rules know of none. */
  z.object({ kind: z.literal('configure'), ...order, bound: BoundConfig, standing: standingAlarms.optional() }),
  /** Forget the configuration: the gateway was unbound. */
  z.object({ kind: z.literal('release'), ...order }),
  /** A setting of the box itself, or something it shall do. What is secret of it is a number, the secret itself sealed. */
  z.object({ kind: z.literal('box'), ...order, order: BoxOrder, sealed: Sealed }),
  /** Read one point once, by a driver that need not be configured. It changes nothing, so it is not journalled. */
  z.object({ kind: z.literal('probe'), ...order, ...by, point: ProbePoint }),
  /** Tell the children of a node (none: of the root) from a place on. As a probe it changes nothing. */
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

/** A frame of a remote download (contract/tunnel.ts): the one payload that is no JSON. */
const TunnelBytes = z.instanceof(Uint8Array)

/** Suffix of the topic → payload, and the QoS it is sent with. */
export const upTopics = {
  hello: { payload: Hello, qos: 1 },
  beat: { payload: Beat, qos: 0 },
  bye: { payload: Bye, qos: 1 },
  live: { payload: Live, qos: 0 },
  drivers: { payload: Drivers, qos: 0 },
  record: { payload: Records, qos: 1 },
  event: { payload: Events, qos: 1 },
  standing: { payload: Standing, qos: 1 },
  gap: { payload: Gap, qos: 1 },
  result: { payload: Result, qos: 1 },
  box: { payload: Box, qos: 1 },
  piece: { payload: Piece, qos: 0 },
  tunnel: { payload: TunnelBytes, qos: 0 },
  script: { payload: ScriptWords, qos: 0 },
  writes: { payload: GatewayWrites, qos: 1 },
} as const
/** QoS 0 on purpose: a broker must never keep a command for later. */
export const downTopics = {
  welcome: { payload: Welcome, qos: 0 },
  open: { payload: Open, qos: 0 },
  ack: { payload: Ack, qos: 0 },
  command: { payload: Command, qos: 0 },
  hold: { payload: Hold, qos: 0 },
  bytes: { payload: Bytes, qos: 0 },
  tunnel: { payload: TunnelBytes, qos: 0 },
} as const

export type UpName = keyof typeof upTopics
export type DownName = keyof typeof downTopics
export type Up = { [N in UpName]: z.output<(typeof upTopics)[N]['payload']> }
export type Down = { [N in DownName]: z.output<(typeof downTopics)[N]['payload']> }

/** As it is published. */
export const wireOf = (payload: object): string | Buffer =>
  payload instanceof Uint8Array ? (payload as Buffer) : JSON.stringify(payload)

export const upTopic = (sn: string, name: UpName) => `gw/${sn}/up/${name}`
export const downTopic = (sn: string, name: DownName) => `gw/${sn}/down/${name}`
export const downFilter = (sn: string) => `gw/${sn}/down/#`
/** What the platform listens to. */
export const upFilter = 'gw/+/up/#'
export const clientIdOf = (sn: string, boxId: string) => `gw-${sn}-${boxId}`

const shape = /^gw\/([A-Za-z0-9-]{4,32})\/up\/([a-z]+)$/

/** SN and name of an upward topic, or nothing when it is none of ours. */
export function parseUpTopic(topic: string): { sn: string; name: UpName } | undefined {
  const match = shape.exec(topic)
  const name = match?.[2]
  return match && name && Object.hasOwn(upTopics, name) ? { sn: match[1]!, name: name as UpName } : undefined
}
