// The simulated box of demo and tests: a restart takes time, a mode takes effect after it, a LAN that does not reach
// the platform cuts the line and is undone, a battery box sleeps. All in memory: the host machine is not touched. [S4]
import type { BoxAct, Lan, Mode, PowerSaving, SerialLine } from '../../contract/box.ts'
import { limits } from '../../contract/limits.ts'
import { isSameSegment } from '../../core/ipv4.ts'
import type { Hardware, HardwareEvent, HardwareOrder, HardwareState, HardwareTold } from './hardware.ts'
import { type Ending, failure } from './poll/write.ts'
import { createVirtualInstaller, type VirtualInstaller } from './virtual-installer.ts'
import { createVirtualMemory } from './virtual-memory.ts'
import { createVirtualModem, type VirtualModem } from './virtual-modem.ts'

/** The simulated box; its additional methods trigger events of a real box. */
export type VirtualHardware = Hardware & {
  setSignalStrength(percent: number): void
  setNetworkType(type: string): void
  /** Takes effect only at the next restart. [S4] */
  setMode(mode: Mode): void
  setVpn(on: boolean): void
  restart(): void
  /** A battery gateway falls asleep and wakes after this many seconds. */
  sleep(seconds: number): void
  /** Power is lost without a good-bye, as if unplugged. */
  powerOff(): void
  /** The supply fails, with enough power left to say good-bye. */
  losePower(): void
  powerOn(): void
  modem: VirtualModem
  installer: VirtualInstaller
}

/** Times of the simulated box, ms. */
export type VirtualPace = {
  /** From an order to the effect that cuts the line, so that the result is sent before. */
  afterMs: number
  restartMs: number
  lanRollbackMs: number
  locateMs: number
  /** The length of a minute of a battery box. */
  minuteMs: number
}
export const virtualPace: VirtualPace = {
  afterMs: 500,
  restartMs: 8000,
  lanRollbackMs: limits.lanRollbackMs,
  locateMs: 2000,
  minuteMs: 60_000,
}

type Settings = {
  pace?: Partial<VirtualPace>
  now?: () => number
  /** The LAN address through which the platform is reached. */
  router?: string
  hasBattery?: boolean
  /** Where the settings are saved for the next run of the program. */
  file?: string
}

const initial: HardwareState = {
  firmware: 'simulated',
  mode: 'standard',
  vpn: false,
  signalStrength: 85,
  networkType: '4G',
}
const firstLan: Lan = { ip: '192.168.1.10', mask: '255.255.255.0', route: null }
const mac = '02:00:5E:00:53:01'
const moduleSn = '004401000000001'
const acts: readonly BoxAct[] = ['restart', 'mode', 'lan', 'serial', 'power', 'location', 'locate']
const done: Ending = { status: 'success', code: 200 }

const firstLines: SerialLine[] = ['COM1', 'COM2'].map((port) => ({
  ...{ port, baud: 9600, dataBits: 8, stopBits: 1 },
  parity: 'none',
}))

/** Named timers, at most one per name; they do not keep the process running. */
function createTimers() {
  const timers = new Map<string, NodeJS.Timeout>()
  const stop = (name: string) => {
    clearTimeout(timers.get(name))
    timers.delete(name)
  }
  return {
    has: (name: string) => timers.has(name),
    stop,
    after(name: string, ms: number, act: () => void) {
      stop(name)
      const timer = setTimeout(() => {
        timers.delete(name)
        act()
      }, ms)
      timer.unref()
      timers.set(name, timer)
    },
  }
}

export function createVirtualHardware(start: Partial<HardwareState> = {}, settings: Settings = {}): VirtualHardware {
  const { now = Date.now, router = '192.168.1.1', hasBattery = true } = settings
  const pace = { ...virtualPace, ...settings.pace }
  const timers = createTimers()
  const listeners = new Set<(event: HardwareEvent) => void>()
  const memory = createVirtualMemory(settings.file)
  const kept = memory.load()
  const { firmware, mode } = kept ?? {}
  let state: HardwareState = { ...initial, ...start, ...(firmware ? { firmware } : {}), ...(mode ? { mode } : {}) }
  let nextMode = kept?.nextMode ?? state.mode
  let lines = kept?.lines ?? firstLines
  let power: PowerSaving = kept?.power ?? { isLowPower: false, reportEveryMin: 60, sleepDelayS: 60 }

  const tell = (event: HardwareEvent) => {
    memory.save({ firmware: state.firmware, mode: state.mode, nextMode, lan: lan.now(), lines, power })
    for (const listener of [...listeners]) listener(event)
  }
  const change = (changed: Partial<HardwareState> = {}) => {
    state = { ...state, ...changed }
    tell({ kind: 'change' })
  }
  const modem = createVirtualModem({ ...pace, now, isMobile: () => /^[2-5]G$/.test(state.networkType ?? ''), change })
  const lan = createVirtualLan({
    first: kept?.lan ?? firstLan,
    router,
    pace,
    timers,
    now,
    tell,
    change: () => change(),
  })

  function restart(downMs?: number): void {
    // A tunnel does not survive the restart.
    state = { ...state, mode: nextMode, vpn: false }
    tell(downMs === undefined ? { kind: 'restart' } : { kind: 'restart', downMs })
    stayAwake()
  }

  /** Restarts with another firmware version; a dead one does not reach the platform. */
  function boot(firmware: string, isDead: boolean): void {
    timers.after('restart', pace.afterMs, () => {
      state = { ...state, firmware }
      tell({ kind: isDead ? 'lineDown' : 'lineUp' })
      restart(pace.restartMs)
    })
  }
  const installer = createVirtualInstaller({
    ...{ secondMs: pace.minuteMs / 60, now, boot, after: timers.after, stop: timers.stop },
    version: () => state.firmware,
  })

  /** Every message of the platform keeps the box awake for the sleep delay. */
  function stayAwake(): void {
    timers.stop('sleep')
    if (!power.isLowPower) return
    const sleepMs = power.reportEveryMin * pace.minuteMs
    timers.after('sleep', (power.sleepDelayS / 60) * pace.minuteMs, () => {
      tell({ kind: 'sleep', wakeAfterMs: sleepMs })
      timers.after('sleep', sleepMs, stayAwake)
    })
  }

  function setMode(mode: Mode): Ending {
    if (mode === 'download' && power.isLowPower) return failure(1352)
    nextMode = mode
    change()
    return done
  }

  function setPower(next: PowerSaving): Ending {
    if (!hasBattery) return failure(1349)
    if (next.isLowPower && next.sleepDelayS >= next.reportEveryMin * 60) return failure(1350)
    if (next.isLowPower && (state.mode === 'download' || nextMode === 'download')) return failure(1351)
    power = next
    change()
    stayAwake()
    return done
  }

  function order(asked: HardwareOrder): Ending | Promise<Ending> {
    stayAwake()
    switch (asked.act) {
      case 'restart':
        timers.after('restart', pace.afterMs, () => restart(pace.restartMs))
        return done
      case 'mode':
        return setMode(asked.mode)
      case 'lan':
        lan.set(asked.lan)
        return done
      case 'serial':
        if (!lines.some(({ port }) => port === asked.line.port)) return failure(1353, { what: asked.line.port })
        lines = lines.map((line) => (line.port === asked.line.port ? asked.line : line))
        change()
        return done
      case 'power':
        return setPower(asked.power)
      default:
        return modem.order(asked)
    }
  }

  stayAwake()
  return {
    state: () => ({ ...state, lanIp: lan.now().ip, mac, moduleSn }),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    can: () => acts,
    order,
    told: (): HardwareTold => ({
      mode: { now: state.mode, next: nextMode },
      lan: lan.now(),
      lanUndone: lan.undone(),
      serial: lines,
      power: hasBattery ? power : null,
      location: modem.told(),
    }),
    reached: lan.reached,
    modem,
    installer,
    setSignalStrength: (percent) => change({ signalStrength: Math.min(100, Math.max(0, percent)) }),
    setNetworkType: (networkType) => change({ networkType }),
    setMode(mode) {
      nextMode = mode
    },
    setVpn: (vpn) => change({ vpn }),
    restart: () => restart(),
    sleep: (seconds) => tell({ kind: 'sleep', wakeAfterMs: seconds * 1000 }),
    powerOff: () => tell({ kind: 'powerOff' }),
    losePower: () => tell({ kind: 'powerOff', hasLastWords: true }),
    powerOn: () => tell({ kind: 'powerOn' }),
  }
}

type LanParts = {
  first: Lan
  router: string
  pace: VirtualPace
  timers: ReturnType<typeof createTimers>
  now: () => number
  tell: (event: HardwareEvent) => void
  change: () => void
}

/** The simulated LAN: settings that cut off the platform are undone after a while. */
function createVirtualLan({ first, router, pace, timers, now, tell, change }: LanParts) {
  let current = first
  let before: Lan | undefined
  let undone: HardwareTold['lanUndone'] = null
  const leadsOut = () => isSameSegment(current.ip, router, current.mask)

  function apply(next: Lan): void {
    const couldReach = leadsOut()
    current = next
    if (couldReach && !leadsOut()) tell({ kind: 'lineDown' })
    else if (!couldReach && leadsOut()) tell({ kind: 'lineUp' })
    else change()
  }
  function undo(): void {
    if (!before) return
    undone = { ip: current.ip, mask: current.mask, at: now() }
    const old = before
    before = undefined
    apply(old)
  }
  return {
    now: () => current,
    undone: () => undone,
    set(next: Lan) {
      timers.after('lan', pace.afterMs, () => {
        before ??= current
        undone = null
        timers.after('undo', pace.lanRollbackMs, undo)
        apply(next)
      })
    },
    /** The platform was reached with the new settings: they stay. */
    reached() {
      if (!before || !leadsOut()) return
      before = undefined
      timers.stop('undo')
    },
  }
}
