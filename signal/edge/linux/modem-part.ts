// The cellular modem of a Linux box, through ModemManager: its IMEI, its connection, and the base-station location,
// here the position from its satellite receiver. [S4] [S8 1340-1346]
import { join } from 'node:path'
import { z } from 'zod'
import { BoxTold, type Lack } from '../../../contract/box.ts'
import { limits } from '../../../contract/limits.ts'
import { readIfThere, replaceFile } from '../file.ts'
import type { HardwareState } from '../hardware.ts'
import { type Ending, failure } from '../poll/write.ts'
import { firstModem, type ModemFacts, type Place, parseModem, parsePlace, type Source, sourcesOf } from './mmcli.ts'
import { done, type LinuxPart, type PartDeps } from './part.ts'
import { outputOf, RunFault } from './run.ts'
import { steady } from './steady.ts'
import { wayOut } from './system.ts'

const dayMs = 24 * 3_600_000
const LocationState = z.object({
  isOn: z.boolean(),
  day: z.number(),
  used: z.number(),
  fix: BoxTold.shape.location.unwrap().shape.fix,
})
type LocationState = z.output<typeof LocationState>
const noLocation: LocationState = { isOn: false, day: 0, used: 0, fix: null }

/** How often the position is queried, and the pause in between. */
type LocatePace = { tries: number; pauseMs: number }
// All tries together take less time than a locate order is valid.
const usualPace: LocatePace = { tries: 15, pauseMs: 3000 }

type Modem = ModemFacts & { path: string; sources: Source[] }
export type ModemPart = LinuxPart & {
  /** Ports of the modem itself, which are not serial lines for a PLC. */
  ports(): readonly string[]
  isLocating(): boolean
}

export function createModemPart(deps: PartDeps, { isManaged }: { isManaged: boolean }, pace = usualPace): ModemPart {
  const { run, system, emit } = deps
  const memory = memoryOf(deps)
  const strength = steady()
  const stopping = new AbortController()
  let modem: Modem | undefined
  let isBusy = false

  const lack = (): Lack | undefined => {
    if (!isManaged) return 'unmanaged'
    if (!modem) return 'modem'
    return modem.sources.length === 0 ? 'position' : undefined
  }

  async function look(): Promise<void> {
    await memory.load()
    const before = modem?.path
    modem = await find()
    const isNew = modem !== undefined && modem.path !== before
    // ModemManager loses the setting when the modem or the box restarts.
    if (isNew && memory.state().isOn && !lack()) await setSources(true)
  }

  async function find(): Promise<Modem | undefined> {
    const list = await run('mmcli', ['-K', '-L'])
    const path = list.code === 0 ? firstModem(list.out) : undefined
    if (!path) return undefined
    const shown = await run('mmcli', ['-K', '-m', path])
    if (shown.code !== 0) return undefined
    return { ...parseModem(shown.out), path, sources: await sourcesAt(path) }
  }

  async function sourcesAt(path: string): Promise<Source[]> {
    if (modem?.path === path && modem.sources.length > 0) return modem.sources
    const { code, out } = await run('mmcli', ['-K', '-m', path, '--location-status'])
    return sourcesOf(code === 0 ? out : '')
  }

  async function setSources(isOn: boolean): Promise<void> {
    const flags = modem!.sources.map((source) => `--location-${isOn ? 'enable' : 'disable'}-${source}`)
    await outputOf(run, ['mmcli', '-m', modem!.path, ...flags], { timeoutMs: 20_000 })
  }

  async function switchTo(isOn: boolean): Promise<Ending> {
    try {
      await setSources(isOn)
      await memory.save({ isOn })
    } catch (error) {
      return failure(1359, { reason: error instanceof RunFault ? error.message : String(error) })
    }
    emit({ kind: 'change' })
    return done
  }

  const left = () => limits.locationsADay - (memory.state().day === today() ? memory.state().used : 0)
  const today = () => Math.floor(deps.now() / dayMs)

  async function locate(): Promise<Ending> {
    if (!memory.state().isOn) return failure(1340)
    if (isBusy) return failure(1346)
    if (left() <= 0) return failure(1341, { limit: limits.locationsADay })
    isBusy = true
    try {
      await memory.save({ day: today(), used: limits.locationsADay - left() + 1 })
      const place = await findPlace()
      if (!place) return failure(1342)
      await memory.save({ fix: { ...place, at: deps.now() } })
      emit({ kind: 'change' })
      return done
    } finally {
      isBusy = false
    }
  }

  async function findPlace(): Promise<Place | undefined> {
    for (let time = 0; time < pace.tries && !stopping.signal.aborted; time += 1) {
      if (time > 0) await pause(pace.pauseMs, stopping.signal)
      const { code, out } = modem
        ? await run('mmcli', ['-K', '-m', modem.path, '--location-get'])
        : { code: 1, out: '' }
      const place = code === 0 ? parsePlace(out) : undefined
      if (place) return place
    }
    return undefined
  }

  return {
    acts: ['location', 'locate'],
    lack,
    order: (order) => (order.act === 'location' ? switchTo(order.isOn) : locate()),
    told: () => ({ location: lack() ? null : { isOn: memory.state().isOn, left: left(), fix: memory.state().fix } }),
    state(): Partial<HardwareState> {
      const port = wayOut(system)
      const isUsed = modem !== undefined && port !== undefined && modem.interfaces.includes(port)
      const percent = strength(isUsed ? modem?.strength : undefined)
      return {
        ...(modem?.imei ? { moduleSn: modem.imei } : {}),
        ...(isUsed && modem?.technology ? { networkType: modem.technology } : {}),
        ...(percent === undefined ? {} : { signalStrength: percent }),
      }
    },
    ports: () => modem?.ports ?? [],
    isLocating: () => isBusy,
    look,
    stop: async () => stopping.abort(),
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })

/** Persists the location settings: saved to disk before they take effect. */
function memoryOf({ dataDir, log }: PartDeps) {
  const path = join(dataDir, 'location.json')
  let state = noLocation
  let isLoaded = false
  return {
    state: () => state,
    async load() {
      if (isLoaded) return
      isLoaded = true
      try {
        state = LocationState.parse(JSON.parse((await readIfThere(path)) ?? JSON.stringify(noLocation)))
      } catch (error) {
        log(`the location settings cannot be read and are as at first: ${String(error)}`)
      }
    },
    async save(change: Partial<LocationState>) {
      const next = { ...state, ...change }
      await replaceFile(path, JSON.stringify(next))
      state = next
    },
  }
}
