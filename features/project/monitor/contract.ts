// Devices in monitoring. [S7 Equipment, monitor part]
import { z } from 'zod'
import { done, nothing, type OutputOf, post } from '../../../contract/endpoint.ts'
import { EquipmentId, GroupId, Instant, maybeText, paging, SignalId } from '../../../contract/fields.ts'
import { GatewayState } from '../../device/equipment/contract.ts'
import { WarrantyState } from '../../device/warranty/contract.ts'

/** A pinned variable with ten minutes of trend. */
export const PinnedSignal = z.object({
  id: SignalId,
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  texts: z.string().nullable(),
  value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
  code: z.number(),
  time: Instant.nullable(),
  trend: z.array(z.tuple([z.number(), z.number()])),
  /** The width of its range, which scales the trend as on the device's page; null without a range. */
  range: z.number().nullable(),
})

/** Rules with an open alarm that is not shelved, by level; null if the caller may not see alarms. */
const OpenAlarms = z.object({ severe: z.number(), important: z.number(), normal: z.number() }).nullable()

export const MonitorRow = z.object({
  id: EquipmentId,
  name: z.string(),
  sn: z.string().nullable(),
  groupId: GroupId.nullable(),
  groupName: z.string().nullable(),
  /** State of the gateway; null if none is bound. */
  state: GatewayState.nullable(),
  vpn: z.boolean(),
  image: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  warranty: WarrantyState.nullable(),
  ruleType: z.enum(['00', '01']),
  alarms: OpenAlarms,
  signalCount: z.number(),
  followed: z.boolean(),
  /** Time of the newest value or of the gateway's hello. */
  updatedAt: Instant.nullable(),
  /**
   * When the platform last received values of the device. If that is long ago, its values are old, whatever the state
   * of the gateway.
   */
  heardAt: Instant.nullable(),
  /** At most four pinned variables. */
  pinned: z.array(PinnedSignal),
})
export type MonitorRow = z.output<typeof MonitorRow>

/** Sort keys of the list; without one, followed devices come first, then by sort number and name. */
export const sortKeys = ['name', 'sn', 'state', 'updatedAt'] as const
export type SortKey = (typeof sortKeys)[number]

const filters = {
  keyword: maybeText(50),
  /** Filter by state. `inAlarm`: devices with an open alarm that is not shelved; requires `alarm:view`. */
  state: z.enum(['online', 'offline', 'sleeping', 'unbound', 'inAlarm']).nullish(),
  mine: z.boolean().default(false),
  ungrouped: z.boolean().default(false),
  followed: z.boolean().default(false),
  /** Filters of the advanced search. */
  sn: maybeText(32),
  number: maybeText(50),
  manufacturer: maybeText(50),
  address: maybeText(50),
  /** Filter by warranty; `none`: devices without a date. */
  warranty: z.enum([...WarrantyState.options, 'none']).nullish(),
}
const order = {
  sort: z.enum(sortKeys).nullish(),
  /** Reverses the order; for `updatedAt` the oldest first. */
  down: z.boolean().default(false),
}
/** False: the pinned variables have empty trends, for callers that draw none. */
const withTrends = { trends: z.boolean().default(true) }
const answer = z.object({
  total: z.number(),
  rows: z.array(MonitorRow),
  /** Counts with the same filters, but without `state`. */
  counts: z.object({
    all: z.number(),
    online: z.number(),
    offline: z.number(),
    sleeping: z.number(),
    unbound: z.number(),
    /** Number of devices in alarm; null if the caller may not see alarms. */
    inAlarm: z.number().nullable(),
  }),
})

export const queryMonitored = post('/lfscada/monitor/equipment/query', {
  may: 'monitor:view',
  on: { group: 'groupId' },
  about: 'Devices for monitoring, with pinned variables, filtered and paged.',
  input: z.object({ ...paging, ...order, ...filters, ...withTrends, groupId: GroupId.nullish() }),
  output: answer,
})

export const queryMonitoredByGroup = post('/lfscada/monitor/equipment/queryByGroup', {
  may: 'monitor:view',
  on: { group: 'groupId' },
  about: 'Devices directly in a group.',
  input: z.object({ ...paging, ...order, ...filters, ...withTrends, groupId: GroupId }),
  output: answer,
})

const Short = z.object({
  id: EquipmentId,
  name: z.string(),
  sn: z.string().nullable(),
  state: GatewayState.nullable(),
  ruleType: z.enum(['00', '01']),
  /** The sort number; null without one. */
  sort: z.number().nullable(),
})

export const queryAllMonitoredByGroup = post('/lfscada/monitor/equipment/queryAllByGroup', {
  may: 'monitor:view',
  on: { group: 'groupId' },
  about: 'All devices of a group and of every group below it, with few fields and their open alarms.',
  input: z.object({ groupId: GroupId }),
  output: z.array(Short.extend({ alarms: OpenAlarms })),
})

export const queryGroupAlarms = post('/lfscada/monitor/equipment/group/alarms', {
  may: 'alarm:view',
  about:
    'The open alarms that are not shelved, by level and by the group of their device, without the groups below it; null: devices without a group. Groups without alarms are left out.',
  input: nothing,
  output: z.array(
    z.object({ groupId: GroupId.nullable(), severe: z.number(), important: z.number(), normal: z.number() }),
  ),
})
export type GroupAlarms = OutputOf<typeof queryGroupAlarms>

export const follow = post('/lfscada/monitor/equipment/setFollow', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  about: 'Follows a device: it comes first in the list of this account.',
  input: z.object({ equipmentId: EquipmentId }),
  output: done,
})

export const cancelFollow = post('/lfscada/monitor/equipment/cancleFollow', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  about: 'Stops following a device.',
  input: z.object({ equipmentId: EquipmentId }),
  output: done,
})

export const PlacedDevice = Short.extend({
  longitude: z.number(),
  latitude: z.number(),
  address: z.string().nullable(),
  /** Percent, as last reported by the gateway; null if it reports none. */
  signalStrength: z.number().nullable(),
  alarms: OpenAlarms,
  /** Whether positions of the device are stored and visible to the caller. */
  hasTrack: z.boolean(),
})

export const queryAllForMap = post('/lfscada/monitor/equipment/queryAllForMap', {
  may: 'monitor:view',
  on: { group: 'groupId' },
  about:
    'The devices that have a position, by sort number and name, with their open alarms; of a filter as the list has it.',
  input: z.object({ ...filters, groupId: GroupId.nullish() }),
  output: z.array(PlacedDevice),
})

/** The numbers of the status bar. */
export const monitorSummary = post('/lfscada/monitor/equipment/summary', {
  may: 'monitor:view',
  about:
    'Gateways online and devices that the caller sees, and live values per second of the organisation: null for an account that does not see all of its devices.',
  input: nothing,
  output: z.object({
    gateways: z.number(),
    gatewaysOnline: z.number(),
    equipments: z.number(),
    valuesPerSecond: z.number().nullable(),
  }),
})
