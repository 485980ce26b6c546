// The actions of the plant panel: faults in the model, at a PLC's server or on a gateway's line. Active faults are
// stored in a file, so that they continue after a restart of the demo, and end at their time.
import { join } from 'node:path'
import { type Trouble, type TroubleKey, troubleKeys } from '../../features/watch/plant-panel/plant-contract.ts'
import type { PanelPlant } from '../../features/watch/plant-panel/plant-server.ts'
import type { Fault, Plant } from '../../plant/plant.ts'
import { faultId } from '../../plant/waterworks/faults.ts'
import type { StationKey } from '../../plant/waterworks/registers.ts'
import { readJson, writeJson } from './json-file.ts'

/** The part of a line that can be cut: no byte passes, and no error is reported. */
export type CuttableLine = { freeze(): void; flow(): void }

/** The station whose gateway can lose its link. */
export const cuttableStation: StationKey = 'sludge'

type Plan = { station: StationKey; minutes: number; fault?: Fault }

const plans: Record<TroubleKey, Plan> = {
  pumpTrip: { station: 'intake', minutes: 5, fault: { kind: 'pumpTrip', station: 'intake', pump: 1 } },
  highTurbidity: { station: 'intake', minutes: 10, fault: { kind: 'dredging' } },
  frozenSensor: {
    ...{ station: 'intake', minutes: 10 },
    fault: { kind: 'sensorFreeze', station: 'intake', signal: 'intakeFlow' },
  },
  silentPlc: { station: 'booster', minutes: 5, fault: { kind: 'silent', station: 'booster' } },
  lostLink: { station: cuttableStation, minutes: 5 },
  stormWater: { station: 'intake', minutes: 30, fault: { kind: 'stormWater' } },
  mainBurst: { station: 'distribution', minutes: 5, fault: { kind: 'mainBurst' } },
  filterClog: { station: 'treatment', minutes: 10, fault: { kind: 'filterClog', filter: 2 } },
  chlorinatorTrip: { station: 'treatment', minutes: 10, fault: { kind: 'chlorinatorTrip' } },
  screenClog: { station: 'intake', minutes: 10, fault: { kind: 'screenClog' } },
  gateJam: { station: 'intake', minutes: 10, fault: { kind: 'valveJam', valve: 'intakeGate' } },
  supplyPumpTrip: {
    station: 'distribution',
    minutes: 5,
    fault: { kind: 'pumpTrip', station: 'distribution', pump: 2 },
  },
}

type Switched = { sinceAt: number; untilAt: number }
type Kept = Partial<Record<TroubleKey, Switched>>

type PanelNeeds = {
  plant: Pick<Plant, 'setFault' | 'clearFault' | 'faults' | 'faultSince'>
  line: CuttableLine
  /** The id of a station's device. */
  equipmentOf: (station: StationKey) => number | undefined
  dataDir: string
  now?: () => number
  log(line: string): void
}

export type Panel = PanelPlant & { stop(): Promise<void> }

/** Starts the demo's control panel, and restores the faults that were switched on when the demo was stopped. */
export async function startPanel(needs: PanelNeeds): Promise<Panel> {
  const { plant, line, equipmentOf, dataDir, log, now = Date.now } = needs
  const file = join(dataDir, 'troubles.json')
  const on = new Map<TroubleKey, Switched>()
  const timers = new Map<TroubleKey, NodeJS.Timeout>()
  let last = Promise.resolve()

  const keep = () => {
    const content: Kept = Object.fromEntries(on)
    last = last
      .then(() => writeJson(file, content))
      .catch((error: unknown) => log(`what is broken could not be kept: ${String(error)}`))
    return last
  }
  const act = async (key: TroubleKey, isOn: boolean) => {
    const { fault } = plans[key]
    if (fault) await (isOn ? plant.setFault(fault) : plant.clearFault(fault))
    else if (isOn) line.freeze()
    else line.flow()
  }
  const begin = async (key: TroubleKey, switched: Switched) => {
    on.set(key, switched)
    clearTimeout(timers.get(key))
    const timer = setTimeout(() => {
      turn(key, false).catch((error: unknown) => log(`${key} could not be mended: ${String(error)}`))
    }, switched.untilAt - now())
    timers.set(key, timer.unref())
    await act(key, true)
  }
  const turn = async (key: TroubleKey, isOn: boolean) => {
    if (isOn) await begin(key, { sinceAt: now(), untilAt: now() + plans[key].minutes * 60_000 })
    else {
      clearTimeout(timers.get(key))
      on.delete(key)
      await act(key, false)
    }
    await keep()
  }

  const kept = (await readJson<Kept>(file)) ?? {}
  for (const key of troubleKeys) {
    const switched = kept[key]
    if (switched && switched.untilAt > now()) await begin(key, switched)
  }
  return {
    turn,
    list: () =>
      troubleKeys.flatMap((key): Trouble[] => {
        const { station, minutes, fault } = plans[key]
        const equipmentId = equipmentOf(station)
        if (equipmentId === undefined) return []
        const { sinceAt, untilAt } = on.get(key) ?? { sinceAt: byItself(plant, fault), untilAt: null }
        return [{ key, equipmentId: equipmentId as never, sinceAt, untilAt, lastsMs: minutes * 60_000 }]
      }),
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      await last
    },
  }
}

/** The time since which the scripted story of the plant has had this fault, or null. */
function byItself(plant: PanelNeeds['plant'], fault: Fault | undefined): number | null {
  if (!fault || !plant.faults().some((each) => faultId(each) === faultId(fault))) return null
  return plant.faultSince(fault) ?? null
}
