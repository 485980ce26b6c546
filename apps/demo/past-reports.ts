// Generates the records of a station's reports in the past: the values that its PLC would have shown, step by step, go
// through the rules of its gateway (signal/store/series-storing.ts).
import type { EquipmentId } from '../../contract/fields.ts'
import type { GatewayConfig, GatewayReport } from '../../contract/gateway-config.ts'
import { good } from '../../core/data-type.ts'
import { asRead } from '../../plant/as-read.ts'
import { initialCommands } from '../../plant/waterworks/commands.ts'
import { counterSignals } from '../../plant/waterworks/counters.ts'
import type { WaterworksState } from '../../plant/waterworks/model.ts'
import { type Reading, type StationKey, stationMaps, worksKeys } from '../../plant/waterworks/registers.ts'
import { signalIdsOf } from '../../signal/store/check-reports.ts'
import type { KeptValue } from '../../signal/store/keeper.ts'
import { createSeriesStoring, type SeriesStoringState } from '../../signal/store/series-storing.ts'
import { isAwakeAt } from './sleeper.ts'

/**
 * A station whose past is generated. `signalIds`: ids of the variables by their names, which are the keys of registers.
 */
export type PastSite = {
  station: StationKey
  equipmentId: EquipmentId
  config: GatewayConfig
  signalIds: { readonly [name: string]: number }
}

/** Counters are generated separately: `others` first, `counters` once their start values are known. */
type Part = 'all' | 'others' | 'counters'

export type Recorder = {
  /** Passes in the state of the simulation after a step; steps must be in order. */
  look(works: WaterworksState): void
  /** Stores all records that are due up to this instant. */
  end(at: number): void
  state(): SeriesStoringState
}

/** Runs all reports of a station, from an instant or from a saved state; passes their records to `store`. */
export function createRecorder(
  site: PastSite,
  part: Part,
  begin: number | SeriesStoringState,
  store: (kept: KeptValue) => void,
): Recorder {
  const { station, equipmentId, config } = site
  const bound = { equipmentId, config: { ...config, reports: reportsOf(site, part) } }
  const series = createSeriesStoring({ bound, begin, store })
  const read = readsOf(site, series.signalIds)
  const everyMs = paceOf(station)
  const isOnBattery = station === 'tower'
  return {
    look({ atMs, readings }) {
      if (read.length === 0 || atMs % everyMs !== 0) return
      if (isOnBattery && !isAwakeAt(atMs)) return series.sleep(atMs)
      if (isOnBattery) series.wake(atMs)
      const measured = readings[station]
      for (const { signalId, register, setting } of read) {
        const shown: Reading | undefined = Reflect.get(measured, register.key)
        const value = setting ?? (shown === undefined ? undefined : asRead(register, shown))
        if (value !== undefined) series.reading(signalId, value, good, atMs)
      }
    },
    end: series.time,
    state: series.state,
  }
}

/** The columns of this part. A report with a counter in its condition waits for the counters. */
function reportsOf({ config: { reports = [] }, signalIds }: PastSite, part: Part): GatewayReport[] {
  const counters = new Set([...counterSignals].map((name) => signalIds[name]))
  const isTold = (isCounter: boolean) => part === 'all' || isCounter === (part === 'counters')
  return reports
    .map((report) => {
      const looksAt = [...signalIdsOf({ ...report, columns: [] })]
      const isLooking = looksAt.some((id) => counters.has(id))
      return {
        ...report,
        columns: report.columns.filter(({ signalId }) => isTold(isLooking || counters.has(signalId))),
      }
    })
    .filter(({ columns }) => columns.length > 0)
}

/** The registers to read, and constants for those that are only ever written. */
function readsOf({ station, signalIds }: PastSite, wanted: ReadonlySet<number>) {
  const settings = initialCommands[station]
  return stationMaps[station].registers.flatMap((register) => {
    const signalId = signalIds[register.key]
    if (signalId === undefined || !wanted.has(signalId)) return []
    const set: Reading | undefined = Reflect.get(settings, register.key)
    return [{ signalId, register, setting: set === undefined ? undefined : asRead(register, set) }]
  })
}

export const stepMs = 10_000

/**
 * Outstations store at most every half minute; reading them more often over a month would be wasted. The
 * battery-powered one is read only in its few minutes awake, and the tanker stores its way more often.
 */
const paceOf = (station: StationKey) =>
  station === 'tower' || station === 'tanker' || worksKeys.some((key) => key === station) ? stepMs : 3 * stepMs
