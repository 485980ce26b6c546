// The simulated waterworks: one model, a PLC for each station, switchable faults.
import { createDemoScript } from './demo-faults.ts'
import type { Framing } from './modbus-framing.ts'
import { type LineBehaviour, type ModbusServer, startModbusServer } from './modbus-server.ts'
import { createRegisterBank, type RegisterBank } from './register-bank.ts'
import { type Commands, initialCommands, releaseButtons } from './waterworks/commands.ts'
import { type Counters, countersOf } from './waterworks/counters.ts'
import { type Fault, faultId, isProcessFault, type LinkFault } from './waterworks/faults.ts'
import { memoryOf, type WorksMemory } from './waterworks/memory.ts'
import { startWaterworks, step, type WaterworksState } from './waterworks/model.ts'
import {
  type Area,
  findRegister,
  type Reading,
  type StationKey,
  stationKeys,
  stationMaps,
} from './waterworks/registers.ts'

export type { Fault } from './waterworks/faults.ts'

export type PlantOptions = {
  host: string
  /** Ports, one for each station, in the order of `stationKeys`; 0 or absent: a free one. */
  ports?: readonly number[]
  /** Simulated seconds per second; 1 by default. */
  speed?: number
  seed?: number
  /** The initial state; by default steady operation, with counters as on the first day. */
  begin?: WaterworksState
  /** Settings of the operators; by default the initial ones of the PLC programs. */
  commands?: Commands
  clock?: { now(): number }
  framing?: Framing
  /** Starts random faults from time to time. */
  demoFaults?: boolean
}

export type PlantStation = {
  key: StationKey
  nameEn: string
  nameZh: string
  host: string
  port: number
  unitId: number
}

export type Plant = {
  stations: readonly PlantStation[]
  /** Resolves when the fault is active, a dropped link included. May be called twice. */
  setFault(fault: Fault): Promise<void>
  clearFault(fault: Fault): Promise<void>
  faults(): Fault[]
  /** The simulated time, epoch ms, since when a fault has been active; undefined if it is not active. */
  faultSince(fault: Fault): number | undefined
  /** The value that a client would read now, in engineering units; undefined if there is no such signal. */
  peek(station: StationKey, signal: string): Reading | undefined
  /** Sets a writable point like an operator at the panel; false if it does not exist or the value is out of range. */
  poke(station: StationKey, signal: string, value: Reading): boolean
  /** The counters of the simulated PLCs. */
  counters(): Counters
  /** The state from which a restart continues. */
  memory(): WorksMemory
  /** Runs the model manually, in addition to the timer: for tests, which must not wait. */
  advance(seconds: number): void
  stop(): Promise<void>
}

const tickMs = 200
/**
 * Limits one tick, so that the works are not simulated for the whole time in one step after the machine was suspended.
 */
const longestTickMs = 5000

type Site = {
  state: WaterworksState
  commands: Commands
  faults: Map<string, Fault>
  /** The readings in the memories of the PLCs. */
  published: Record<StationKey, Map<string, Reading>>
}

const perStation = <T>(make: (key: StationKey) => T) =>
  Object.fromEntries(stationKeys.map((key) => [key, make(key)])) as Record<StationKey, T>

const emptyMemories = (): Site['published'] => perStation(() => new Map())

function linkFaults(site: Site, station: StationKey): LinkFault[] {
  const links = [...site.faults.values()].filter((fault): fault is LinkFault => !isProcessFault(fault))
  return links.filter((fault) => fault.station === station)
}

function behaviourOf(site: Site, station: StationKey): LineBehaviour {
  const active = linkFaults(site, station)
  return {
    silent: active.some((fault) => fault.kind === 'silent'),
    noisy: active.some((fault) => fault.kind === 'wireNoise'),
    refuse: (area: Area, address: number, count: number) => {
      for (const fault of active) {
        if (fault.kind !== 'exception' || fault.area !== area) continue
        if (address < fault.from + fault.count && fault.from < address + count) return fault.code
      }
      return undefined
    },
  }
}

function command(site: Site, station: StationKey, key: string, value: Reading) {
  site.commands = { ...site.commands, [station]: { ...site.commands[station], [key]: value } }
  site.published[station].set(key, value)
}

/** Puts changed values into the PLCs' memory: set points and names stay the same for hours. */
function publish(site: Site, banks: Record<StationKey, RegisterBank>) {
  for (const station of stationKeys) {
    const published = site.published[station]
    for (const values of [site.state.readings[station], site.commands[station]]) {
      for (const [key, value] of Object.entries<Reading>(values)) {
        if (published.get(key) === value) continue
        banks[station].put(key, value)
        published.set(key, value)
      }
    }
  }
}

function advanceSite(site: Site, banks: Record<StationKey, RegisterBank>, seconds: number) {
  const faults = [...site.faults.values()].filter(isProcessFault)
  site.state = step(site.state, { commands: site.commands, faults }, seconds)
  site.commands = releaseButtons(site.commands)
  publish(site, banks)
}

function poke(site: Site, bank: RegisterBank, station: StationKey, key: string, value: Reading): boolean {
  const register = findRegister(station, key)
  if (!register || register.access === 'r') return false
  const inside = Number(value) >= (register.min ?? -Infinity) && Number(value) <= (register.max ?? Infinity)
  if (register.dataType !== 'string' && register.dataType !== 'bool' && !inside) return false
  bank.put(key, value)
  command(site, station, key, bank.peek(key) ?? value)
  return true
}

async function startServers(site: Site, banks: Record<StationKey, RegisterBank>, options: PlantOptions) {
  const servers = new Map<StationKey, ModbusServer>()
  try {
    for (const [index, station] of stationKeys.entries()) {
      const server = await startModbusServer({
        ...{ host: options.host, port: options.ports?.[index] ?? 0, framing: options.framing ?? 'tcp' },
        ...{ unitId: stationMaps[station].unitId, bank: banks[station], seed: (options.seed ?? 1) + index },
        behaviour: () => behaviourOf(site, station),
      })
      servers.set(station, server)
      // The PLC of a station that is switched off keeps its port reserved, but refuses connections.
      if (stationMaps[station].isSwitchedOff) await server.dropLink()
    }
  } catch (fault) {
    for (const server of servers.values()) await server.stop()
    throw fault
  }
  return servers
}

function createBanks(onWrite: (station: StationKey, key: string, value: Reading) => void) {
  return perStation((station) =>
    createRegisterBank({ ...stationMaps[station], onWrite: (key, value) => onWrite(station, key, value) }),
  )
}

/** Starts the works and its PLCs; rejects if a port is taken, with nothing left open. */
export async function startPlant(options: PlantOptions): Promise<Plant> {
  const { host, speed = 1, seed = 1, clock = Date, commands = initialCommands } = options
  const state = options.begin ?? startWaterworks({ seed, atMs: clock.now() })
  const site: Site = { state, commands, faults: new Map(), published: emptyMemories() }
  const banks = createBanks((station, key, value) => command(site, station, key, value))
  publish(site, banks)
  const servers = await startServers(site, banks, options)

  const since = new Map<string, number>()
  const turnFault = (fault: Fault, on: boolean) => {
    const id = faultId(fault)
    if (on && !site.faults.has(id)) since.set(id, site.state.atMs)
    if (on) site.faults.set(id, fault)
    else site.faults.delete(id)
  }
  const switchFault = async (fault: Fault, on: boolean) => {
    turnFault(fault, on)
    if (fault.kind !== 'linkDrop') return
    const server = servers.get(fault.station)
    await (on ? server?.dropLink() : server?.restoreLink())
  }

  const script = options.demoFaults ? createDemoScript(seed) : () => []
  const startedMs = state.atMs
  const advance = (seconds: number) => {
    for (const { act, fault } of script((site.state.atMs - startedMs) / 1000)) {
      // The script has only process faults, which are active immediately.
      turnFault(fault, act === 'set')
    }
    advanceSite(site, banks, seconds)
  }

  let lastMs = state.atMs
  const timer = setInterval(() => {
    const nowMs = clock.now()
    const elapsedMs = Math.min(Math.max(nowMs - lastMs, 0), longestTickMs)
    lastMs = nowMs
    if (elapsedMs > 0) advance((elapsedMs / 1000) * speed)
  }, tickMs)

  return {
    stations: stationKeys.map((key) => {
      const { nameEn, nameZh, unitId } = stationMaps[key]
      return { key, nameEn, nameZh, host, port: servers.get(key)!.port, unitId }
    }),
    setFault: (fault) => switchFault(fault, true),
    clearFault: (fault) => switchFault(fault, false),
    faults: () => [...site.faults.values()],
    faultSince: (fault) => (site.faults.has(faultId(fault)) ? since.get(faultId(fault)) : undefined),
    peek: (station, signal) => banks[station].peek(signal),
    poke: (station, signal, value) => poke(site, banks[station], station, signal, value),
    counters: () => countersOf(site.state),
    memory: () => memoryOf(site.state, site.commands),
    advance,
    async stop() {
      clearInterval(timer)
      for (const server of servers.values()) await server.stop()
    },
  }
}
