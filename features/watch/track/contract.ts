// The track of a moving device: the source of its positions, and its past positions. [S2 track playback]
import { z } from 'zod'
import { Area } from '../../../contract/area.ts'
import { done, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, numeric, SignalId } from '../../../contract/fields.ts'
import { HistoryHole } from '../history/contract.ts'

/**
 * Source of a track. `signals`: two variables of the device; `gateway`: the positions that its gateway reports, located
 * by base stations.
 */
export const TrackSource = z.enum(['signals', 'gateway'])
export type TrackSource = z.output<typeof TrackSource>

export const trackLimits = {
  /** Maximum and default number of points of the line. */
  points: 5000,
  usualPoints: 2000,
  /** Limits and defaults of a stop: minutes, and metres around its centre. */
  ...{ stopMinutes: 1440, radiusM: 10_000 },
  ...{ usualStopMinutes: 5, usualRadiusM: 50 },
} as const

const Settings = z.object({
  /** Source of the track; null: the device has no track. */
  source: TrackSource.nullable(),
  longitudeId: SignalId.nullable(),
  latitudeId: SignalId.nullable(),
})

/** A variable that can be a coordinate. */
const Choice = z.object({ id: SignalId, title: z.string(), unit: z.string().nullable() })

export const trackSettings = post('/lfscada/monitor/multi/track/settings', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  about: 'Where the positions of a device come from, and its variables that are numbers.',
  input: z.object({ equipmentId: EquipmentId }),
  output: Settings.extend({ signals: z.array(Choice) }),
})

export const saveTrackSettings = post('/lfscada/equipment/multi/track/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Sets where the positions of a device come from: two of its variables, its gateway, or nowhere.',
  input: Settings.extend({
    equipmentId: EquipmentId,
    longitudeId: SignalId.nullish().transform((id) => id ?? null),
    latitudeId: SignalId.nullish().transform((id) => id ?? null),
  }),
  output: done,
})

const FenceEvent = z.object({
  alarmId: z.number(),
  /** Name of the alarm. */
  name: z.string(),
  at: Instant,
  is: z.enum(['entered', 'left']),
  /** Whether the event raised the alarm; otherwise it cleared it. */
  isRaised: z.boolean(),
})

const degrees = z.array(z.number())

export const Track = z.object({
  /** IANA zone of the device. */
  zone: z.string(),
  source: TrackSource.nullable(),
  /** Whether some report stores both variables together. Otherwise there are no stored positions. */
  isStored: z.boolean(),
  /** Number of positions in the span; `times` has fewer if the line is thinned. */
  total: z.number(),
  /** Columnar, in time order; `times` are ms after the query's `from`, `speeds` km/h on the way to each point. */
  times: z.array(z.number()),
  longitudes: degrees,
  latitudes: degrees,
  speeds: z.array(z.number().nullable()),
  /** Indexes of the points after a gap: the positions between them and the previous points are unknown. */
  starts: z.array(z.number()),
  stops: z.array(z.object({ longitude: z.number(), latitude: z.number(), from: Instant, to: Instant })),
  /** Number of all stops, including those beyond the maximum listed. */
  stopCount: z.number(),
  drivenM: z.number(),
  movingMs: z.number(),
  stoppedMs: z.number(),
  /** The device's current geofences from its alarm rules; empty if the caller may not see alarms. */
  fences: z.array(z.object({ name: z.string(), is: z.enum(['outside', 'inside']), area: Area })),
  /** Geofence alarms raised or cleared in the span, in time order: the latest 200 alarms. */
  events: z.array(FenceEvent),
  /** Time spans whose readings are known to be lost. */
  holes: z.array(HistoryHole),
})
export type Track = z.output<typeof Track>

export const queryTrack = post('/lfscada/monitor/multi/track/query', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about: 'Where a device was over at most 30 days: a line of at most 5,000 points, its gaps, stops and distance.',
  input: z.object({
    ...{ equipmentId: EquipmentId, from: Instant, to: Instant },
    points: numeric(z.number().int().min(2).max(trackLimits.points)).default(trackLimits.usualPoints),
    stopMinutes: numeric(z.number().int().min(1).max(trackLimits.stopMinutes)).default(trackLimits.usualStopMinutes),
    radiusM: numeric(z.number().int().min(5).max(trackLimits.radiusM)).default(trackLimits.usualRadiusM),
  }),
  output: Track,
})
