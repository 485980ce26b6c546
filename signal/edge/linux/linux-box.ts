// The Linux machine that the agent runs on. Changes network, serial lines and power only with the owner's permission,
// and only what the box supports; missing abilities are reported in advance. [S4]
import type { BoxAct, Lack } from '../../../contract/box.ts'
import type { Hardware, HardwareEvent, HardwareOrder, HardwareState, HardwareTold } from '../hardware.ts'
import { type Ending, failure } from '../poll/write.ts'
import { createLanPart } from './lan-part.ts'
import type { LanPace } from './lan-trial.ts'
import { createModemPart } from './modem-part.ts'
import type { LinuxPart, PartDeps } from './part.ts'
import { createPowerPart, type WakeClock } from './power-part.ts'
import { createRestartPart } from './restart-part.ts'
import { createRunner, type Runner } from './run.ts'
import { createSerialPart } from './serial-part.ts'
import { addressesOf, realSystem, type System, stateOf } from './system.ts'
import { createWifiPart } from './wifi-part.ts'

export type LinuxBox = Hardware & {
  /** Leaves no program running and no timer. */
  stop(): Promise<void>
}

type Settings = {
  /** The version of the agent, reported as the firmware. */
  version: string
  dataDir: string
  /** The owner allows the agent to change this machine. */
  isManaged?: boolean | undefined
  /** The network interface that PLCs are connected to. */
  lanInterface?: string | undefined
  /** Device files of COM1, COM2 …; by default all that are found. */
  serialPorts?: readonly string[] | undefined
  /** Restarts the agent; undefined if that is impossible. */
  restart?: (() => void) | undefined
  log: (message: string) => void
  now?: () => number
  system?: System
  runner?: Runner
  hasWakeClock?: WakeClock
  lanPace?: LanPace
  lookMs?: number
}

const usualLookMs = 30_000
/** Orders that not every box supports. */
const optional: readonly BoxAct[] = ['lan', 'serial', 'location', 'locate', 'power']

/** Longest wait at the start: a service that hangs must not delay polling. */
const startWithinMs = 3000

/** Resolves when the abilities of the box are known, or after `startWithinMs`. */
export async function openLinuxBox(settings: Settings): Promise<LinuxBox> {
  const { version, isManaged = false, lanInterface, serialPorts, hasWakeClock, restart, log } = settings
  const { system = realSystem, now = Date.now } = settings
  const runner = settings.runner ?? createRunner()
  const listeners = new Set<(event: HardwareEvent) => void>()
  const emit = (event: HardwareEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const deps: PartDeps = { run: runner.run, system, dataDir: settings.dataDir, now, emit, log }
  const modem = createModemPart(deps, { isManaged })
  const managed = (): LinuxPart[] => {
    const lan = createLanPart(deps, lanInterface, settings.lanPace)
    const isBusy = () => lan.isOnTrial() || modem.isLocating()
    const serial = createSerialPart(deps, { named: serialPorts, taken: modem.ports })
    return [lan, serial, createPowerPart(deps, { isBusy, ...(hasWakeClock ? { hasClock: hasWakeClock } : {}) })]
  }
  const parts: LinuxPart[] = [
    ...(restart ? [createRestartPart(deps, { isManaged, restartAgent: restart })] : []),
    createWifiPart(deps),
    modem,
    ...(isManaged ? managed() : []),
  ]
  const partOf = (act: BoxAct) => parts.find(({ acts }) => acts.some((each) => each === act))
  const lackOf = (act: BoxAct): Lack | undefined => {
    const part = partOf(act)
    return part ? part.lack() : isManaged ? 'hardware' : 'unmanaged'
  }

  const state = (): HardwareState => ({
    ...{ firmware: `agent ${version}`, mode: 'standard', vpn: false },
    ...stateOf(system),
    ...(lanInterface === undefined ? {} : addressesOf(system, lanInterface)),
    ...Object.assign({}, ...parts.map((part) => part.state?.() ?? {})),
  })
  const told = (): HardwareTold => ({
    ...{ mode: { now: 'standard', next: 'standard' }, lan: null, lanUndone: null },
    ...{ serial: [], power: null, location: null },
    ...Object.assign({}, ...parts.map((part) => part.told?.() ?? {})),
    lacks: Object.fromEntries(optional.flatMap((act) => (lackOf(act) ? [[act, lackOf(act)]] : []))),
  })
  const can = () => parts.flatMap((part) => (part.lack() ? [] : part.acts))
  const looking = createLooking({
    ...{ parts, emit, log, everyMs: settings.lookMs ?? usualLookMs },
    facts: () => JSON.stringify([state(), told(), can()]),
  })
  await within(startWithinMs, looking.start())
  return {
    state,
    told,
    can,
    order(asked: HardwareOrder) {
      for (const part of parts) part.stayAwake?.()
      const part = partOf(asked.act)
      return part && !part.lack() ? part.order(asked) : refused(asked)
    },
    reached() {
      for (const part of parts) part.reached?.()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      looking.stop()
      await runner.stop()
      // An inspection in progress may open a serial line that its part has to close.
      await looking.settled()
      await Promise.all(parts.map((part) => part.stop?.()))
    },
  }
}

async function within(ms: number, act: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([act, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))])
  clearTimeout(timer)
}

function refused({ act }: HardwareOrder): Ending {
  if (act === 'power') return failure(1349)
  if (act === 'location' || act === 'locate') return failure(1344)
  return failure(1353, { what: act })
}

type Looking = {
  parts: readonly LinuxPart[]
  /** The reported state as text, to detect changes. */
  facts(): string
  emit(event: HardwareEvent): void
  log: (message: string) => void
  everyMs: number
}

/** Checks the system periodically, one check after the other, and emits changes. */
function createLooking({ parts, facts, emit, log, everyMs }: Looking) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let last = ''
  let current: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    for (const part of parts) {
      await part.look().catch((error: unknown) => log(`${part.acts.join(', ')}: ${String(error)}`))
    }
    const next = facts()
    if (next !== last && last !== '') emit({ kind: 'change' })
    last = next
    if (!isStopped) timer = setTimeout(() => void start(), everyMs)
  }
  function start(): Promise<void> {
    current = look()
    return current
  }
  return {
    start,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    settled: () => current,
  }
}
