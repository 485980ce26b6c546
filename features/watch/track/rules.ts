// Sources of positions, and the selection of gateway positions to store. Pure.
import type { BoxTold } from '../../../contract/box.ts'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DataType } from '../../../core/data-type.ts'
import { isPlace } from '../../../core/geo.ts'
import { isNumberType } from '../../../core/scaling.ts'
import type { TrackSource } from './contract.ts'

/** A position reported by a gateway, at the time of its clock. */
export type Fix = { sn: string; at: number; longitude: number; latitude: number; accuracyM: number }

/** Gateways refresh their position a few times a day; of more frequent ones only the first is stored. */
export const fixEveryMs = 5 * 60_000
/** The way between positions further apart than this is unknown. */
export const fixGapMs = 15 * 60_000
/** Positions are stored for at most the maximum time of history. */
export const fixKeptMs = limits.historyDays * 24 * 3600_000
/** A gateway that was offline may report a position of some days ago; older ones show a wrong clock. */
const oldestMs = 7 * 24 * 3600_000

/** The valid positions in reports of gateways; `at` is the time of the report. The last one wins for each gateway. */
export function fixesOf(told: readonly { sn: string; box: Pick<BoxTold, 'location'>; at: number }[]): Fix[] {
  const newest = new Map<string, Fix>()
  for (const { sn, box, at: toldAt } of told) {
    const fix = box.location?.fix
    if (!fix || !isPlace(fix.longitude, fix.latitude)) continue
    const { longitude, latitude, accuracyM } = fix
    const at = Math.floor(fix.at)
    if (at > toldAt + limits.clockToleranceMs || at < toldAt - oldestMs) continue
    newest.set(sn, { sn, at: Math.min(at, toldAt), longitude, latitude, accuracyM })
  }
  return [...newest.values()]
}

type Settings = { source: TrackSource | null; longitudeId: SignalId | null; latitudeId: SignalId | null }
type Signal = { id: SignalId; dataType: DataType; access: string }

/** Variables that can be a coordinate: readable numbers. */
export const coordinates = <S extends Signal>(signals: readonly S[]): S[] =>
  signals.filter(({ dataType, access }) => isNumberType(dataType) && access !== 'w')

/** The field of the settings that is not valid, or undefined. */
export function trackFault(settings: Settings, signals: readonly Signal[]): 'longitudeId' | 'latitudeId' | undefined {
  if (settings.source !== 'signals') return undefined
  const known = new Set(coordinates(signals).map(({ id }) => id))
  const { longitudeId, latitudeId } = settings
  if (longitudeId === null || !known.has(longitudeId)) return 'longitudeId'
  return latitudeId === null || latitudeId === longitudeId || !known.has(latitudeId) ? 'latitudeId' : undefined
}

type FenceAlarm = {
  id: number
  name: string
  raisedAt: number
  clearedAt: number | null
  spec: Pick<AlarmRule, 'condition'>
}

/**
 * Entering and leaving geofences, from the times of alarms: a device that must stay inside leaves when its alarm is
 * raised.
 */
export function fenceEvents(alarms: readonly FenceAlarm[], { from, to }: { from: number; to: number }) {
  return alarms
    .flatMap(({ id, name, raisedAt, clearedAt, spec: { condition } }) => {
      if (condition.kind !== 'fence') return []
      const [begun, over] = condition.is === 'outside' ? (['left', 'entered'] as const) : (['entered', 'left'] as const)
      return [
        { alarmId: id, name, at: raisedAt, is: begun, isRaised: true },
        ...(clearedAt === null ? [] : [{ alarmId: id, name, at: clearedAt, is: over, isRaised: false }]),
      ]
    })
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at - b.at)
}
