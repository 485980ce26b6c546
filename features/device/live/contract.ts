// Live monitoring of one device. [S7 Live monitoring, equipment] [S4 Live monitoring]
import { z } from 'zod'
import { type Endpoint, oneForm, post } from '../../../contract/endpoint.ts'
import { DriverId, EquipmentId, Instant, numeric, ProjectId, SignalId, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { RowColumns } from '../../../contract/row-columns.ts'
import { byteOrders, dataTypes, textPrefixes } from '../../../core/data-type.ts'
import { encodings } from '../../../drivers/modbus-tcp/text.ts'

const scalar = z.union([z.number(), z.boolean(), z.string()]).nullable()

/** The gateway of a device with the fields that live monitoring needs. */
export const LiveGateway = z.object({
  /** SN of the gateway; empty if the caller sees the device only through a share or a project. */
  sn: z.string(),
  online: z.boolean(),
  state: z.enum(['online', 'offline', 'sleeping']),
  vpn: z.boolean(),
  /** Update interval in seconds. */
  interval: z.number(),
  economizeOpen: z.boolean(),
  /** Ten minutes without activity stop the updates. */
  smartSaving: z.boolean(),
  mode: z.enum(['standard', 'switch', 'router', 'download']),
  signalStrength: z.number().nullable(),
  lastSeenAt: Instant.nullable(),
  /** Whether the caller may write to the device. */
  mayWrite: z.boolean(),
})
export type LiveGateway = z.output<typeof LiveGateway>

export const liveGatewayInfo = post('/lfscada/monitor/multi/gateway/info', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  about: 'State of the gateway of a device, as live monitoring needs it. No gateway: code 1102.',
  input: z.object({ equipmentId: EquipmentId }),
  output: LiveGateway,
})

/** A variable with its last reading. */
export const LiveSignal = z.object({
  id: SignalId,
  driverId: DriverId,
  driverName: z.string(),
  name: z.string(),
  title: z.string(),
  group: z.string().nullable(),
  address: z.string(),
  dataType: z.enum(dataTypes),
  access: z.enum(['r', 'w', 'rw']),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  /** Texts for the values of the variable: `0=manual; 1=automatic`. */
  texts: z.string().nullable(),
  /** For a text variable: maximum length in bytes, and the encoding. */
  length: z.number().nullable(),
  encoding: z.enum(encodings).optional(),
  /** Scaling: value = raw × scale + offset. The limits of a write depend on it. */
  scale: z.number().nullable(),
  offset: z.number().nullable(),
  /** Byte order as in contract/gateway-config; absent if not set. */
  byteOrder: z.enum(byteOrders).optional(),
  prefix: z.enum(textPrefixes).optional(),
  rawLow: z.number().optional(),
  rawHigh: z.number().optional(),
  valueLow: z.number().optional(),
  valueHigh: z.number().optional(),
  clamp: z.boolean().optional(),
  rollover: z.number().optional(),
  noValue: z.string().optional(),
  periodMs: z.number().optional(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  normalLow: z.number().nullable(),
  normalHigh: z.number().nullable(),
  pinned: z.boolean(),
  /** Lists omit internal variables for accounts that cannot edit the device. */
  internal: z.boolean().optional(),
  /** Text to show before the first value, for a device with a custom default value. [S3 default value mode] */
  standIn: z.string().nullable(),
  /** The value; null before the first reading. */
  value: scalar,
  code: z.number(),
  time: Instant.nullable(),
  /** Readings of the last ten minutes at most, every 10 s: [epoch ms, value] pairs, numbers and booleans only. */
  trend: z.array(z.tuple([z.number(), z.number()])),
})
export type LiveSignal = z.output<typeof LiveSignal>

/** The form of a list of variables; part of a list's input. */
export const signalForm = {
  /** Columns instead of rows: a fifth of the bytes. */
  isColumnar: z.boolean().default(false),
  /** Whether the answer includes the trends of the last ten minutes. */
  hasTrends: z.boolean().default(true),
}

const ofDevice = z.object({ equipmentId: EquipmentId })

const liveSignals = post('/lfscada/monitor/multi/signal/query', {
  may: 'monitor:view',
  templates: true,
  on: { equipment: 'equipmentId' },
  about:
    'All variables of a device with their last values. `isColumnar`: as columns instead of rows; `hasTrends` false: without the last ten minutes.',
  input: ofDevice.extend(signalForm),
  output: z.union([z.array(LiveSignal), RowColumns]),
})

/** The endpoint with the types of both forms, for its server. */
export const inBothForms = { liveSignals }

/** The live variables as a list of rows. */
export const queryLiveSignals: Endpoint<typeof ofDevice, z.ZodArray<typeof LiveSignal>> = oneForm(liveSignals)

const columnsOfDevice = ofDevice.extend({ isColumnar: z.literal(true), hasTrends: z.boolean() })

/** The list as columns of `LiveSignal` rows. */
export const queryLiveColumns: Endpoint<typeof columnsOfDevice, typeof RowColumns> = oneForm({ ...liveSignals })

/** The room that stores history serves this call. */
export const queryTrends = post('/lfscada/monitor/multi/signal/trend/query', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about: 'The last ten minutes of the variables that reports store, where live values alone do not fill them.',
  input: z.object({ equipmentId: EquipmentId }),
  /** [epoch ms, value], oldest first, every 10 s: streamed values, with stored ones between them. */
  output: z.array(z.object({ id: SignalId, trend: z.array(z.tuple([z.number(), z.number()])) })),
})

export const openMonitoring = post('/lfscada/monitor/multi/open', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  about: 'Opens live streaming for `delay` seconds at `interval` seconds; open again before it ends to keep it.',
  input: z.object({
    equipmentId: EquipmentId,
    interval: numeric(z.number().min(0.1).max(3600)).default(1),
    delay: numeric(z.number().int().min(0).max(limits.openDelayMaxS)).default(limits.openDelayEquipmentS),
  }),
  output: z.object({ online: z.boolean() }),
})

export const monitorToken = post('/lfscada/websocket/monitor/token', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  about: 'A token for the web socket of a device; valid once, for 60 seconds.',
  input: z.object({ equipmentId: EquipmentId }),
  output: z.string(),
})

export const searchSignals = post('/lfscada/monitor/multi/signal/search', {
  may: 'monitor:view',
  on: { project: 'projectId' },
  about:
    'Variables that have every word in their title, name or address or in the name of their device, with their last values, ' +
    'a page at a time. ' +
    'No more than 1000 are counted.',
  input: z.object({
    keyword: text(50),
    /** Restricts the search to variables of the devices of a project. */
    projectId: ProjectId.nullish(),
    /** Restricts the search to writable variables. */
    isWritable: z.boolean().default(false),
    pageNo: numeric(z.number().int().min(1).max(100)).default(1),
    pageSize: numeric(z.number().int().min(1).max(50)).default(20),
  }),
  output: z.object({
    total: z.number(),
    rows: z.array(
      LiveSignal.pick({ id: true, title: true, address: true, access: true, dataType: true })
        .extend(LiveSignal.pick({ unit: true, decimals: true, texts: true, value: true, code: true, time: true }).shape)
        .extend({
          equipmentId: EquipmentId,
          equipmentName: z.string(),
          /** Whether the gateway of its device is online; otherwise the value is old. */
          isReachable: z.boolean(),
        }),
    ),
  }),
})
export type FoundSignal = z.output<typeof searchSignals.output>['rows'][number]
