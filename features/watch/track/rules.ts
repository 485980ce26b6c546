// Where positions come from, and which of those that gateways tell are kept. Pure.
import type { BoxTold } from '../../../contract/box.ts'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DataType } from '../../../core/data-type.ts'
import { isPlace } from '../../../core/geo.ts'
import { isNumberType } from '../../../core/scaling.ts'
import type { TrackSource } from './contract.ts'

/** A place that a gateway told, at the time of its clock. */
export type Fix = { sn: string; at: number; longitude: number; latitude: number; accuracyM: number }

/** Those of a gateway are refreshed a few times a day; more often none is kept. */
export const fixEveryMs = 5 * 60_000
/** Places that are further apart say nothing of the way between. */
export const fixGapMs = 15 * 60_000
/** As long as history at most. */
export const fixKeptMs = limits.historyDays * 24 * 3600_000
/** A box that was away may tell of the day before yesterday; a clock that is wrong by more tells nothing. */
const oldestMs = 7 * 24 * 3600_000

/** What is kept of what boxes told of themselves, each told at `at`: of one box the last. */
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

/** Variables that can be a coordinate: numbers that are read. */
export const coordinates = <S extends Signal>(signals: readonly S[]): S[] =>
  signals.filter(({ dataType, access }) => isNumberType(dataType) && access !== 'w')

/** What of the settings is wrong, by field, or undefined. */
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

/** Who came and who left, by when alarms began and ended: an alarm of what shall stay within begins when it leaves. */
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
