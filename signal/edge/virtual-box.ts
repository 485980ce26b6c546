// The simulated box of demo and tests: a restart takes time, a mode takes effect after a restart, LAN settings that do
// not reach the platform interrupt the connection and are undone, a battery box sleeps. The simulation is in memory: it
// does not change the host machine. [S4]
import type { BoxAct, Lan, Mode, PowerSaving, SerialLine } from '../../contract/box.ts'
import { limits } from '../../contract/limits.ts'
import type { Hardware, HardwareEvent, HardwareOrder, HardwareState, HardwareTold } from './hardware.ts'
import { type Ending, failure } from './poll/write.ts'
import { createVirtualInstaller, type VirtualInstaller } from './virtual-installer.ts'
import { VirtualLan } from './virtual-lan.ts'
import { createVirtualMemory, type VirtualMemory } from './virtual-memory.ts'
import { createVirtualModem, type VirtualModem } from './virtual-modem.ts'
import { createTimers } from './virtual-timers.ts'

/** Times of the simulated box, ms. */
type VirtualPace = {
  /** Delay between an order and its effect, which interrupts the connection, so that the result is sent first. */
  afterMs: number
  restartMs: number
  lanRollbackMs: number
  locateMs: number
  /** The length of a minute of a battery box. */
  minuteMs: number
}
const virtualPace: VirtualPace = {
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

/** The simulated box; its additional methods trigger events of a real box. */
export class VirtualHardware implements Hardware {
  readonly modem: VirtualModem
  readonly installer: VirtualInstaller
  readonly #pace: VirtualPace
  readonly #hasBattery: boolean
  readonly #timers = createTimers()
  readonly #listeners = new Set<(event: HardwareEvent) => void>()
  readonly #memory: VirtualMemory
  readonly #lan: VirtualLan
  #state: HardwareState
  #nextMode: Mode
  #lines: SerialLine[]
  #power: PowerSaving

  /** Continues with the settings in `settings.file`; `start` is its state without them. */
  constructor(start: Partial<HardwareState> = {}, settings: Settings = {}) {
    const { now = Date.now, router = '192.168.1.1', hasBattery = true } = settings
    const timers = this.#timers
    const pace = { ...virtualPace, ...settings.pace }
    this.#pace = pace
    this.#hasBattery = hasBattery
    this.#memory = createVirtualMemory(settings.file)
    const kept = this.#memory.load()
    const { firmware, mode } = kept ?? {}
    this.#state = { ...initial, ...start, ...(firmware ? { firmware } : {}), ...(mode ? { mode } : {}) }
    this.#nextMode = kept?.nextMode ?? this.#state.mode
    this.#lines = kept?.lines ?? firstLines
    this.#power = kept?.power ?? { isLowPower: false, reportEveryMin: 60, sleepDelayS: 60 }
    this.modem = createVirtualModem({
      ...{ ...pace, now, change: () => this.#change() },
      isMobile: () => /^[2-5]G$/.test(this.#state.networkType ?? ''),
    })
    this.#lan = new VirtualLan({
      ...{ first: kept?.lan ?? firstLan, router, pace, timers, now },
      tell: (event) => this.#tell(event),
    })
    this.installer = createVirtualInstaller({
      ...{ secondMs: pace.minuteMs / 60, now, after: timers.after, stop: timers.stop },
      boot: (version, isDead) => this.#boot(version, isDead),
      version: () => this.#state.firmware,
    })
    this.#stayAwake()
  }

  state(): HardwareState {
    return { ...this.#state, lanIp: this.#lan.now().ip, mac, moduleSn }
  }

  listen(listener: (event: HardwareEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  can(): readonly BoxAct[] {
    return acts
  }

  order(asked: HardwareOrder): Ending | Promise<Ending> {
    this.#stayAwake()
    switch (asked.act) {
      case 'restart':
        this.#timers.after('restart', this.#pace.afterMs, () => this.#restart(this.#pace.restartMs))
        return done
      case 'mode':
        return this.#orderMode(asked.mode)
      case 'lan':
        this.#lan.set(asked.lan)
        return done
      case 'serial':
        return this.#orderSerial(asked.line)
      case 'power':
        return this.#orderPower(asked.power)
      default:
        return this.modem.order(asked)
    }
  }

  told(): HardwareTold {
    return {
      mode: { now: this.#state.mode, next: this.#nextMode },
      lan: this.#lan.now(),
      lanUndone: this.#lan.undone(),
      serial: this.#lines,
      power: this.#hasBattery ? this.#power : null,
      location: this.modem.told(),
    }
  }

  reached(): void {
    this.#lan.reached()
  }

  setSignalStrength(percent: number): void {
    this.#change({ signalStrength: Math.min(100, Math.max(0, percent)) })
  }

  setNetworkType(networkType: string): void {
    this.#change({ networkType })
  }

  /** Takes effect only at the next restart. [S4] */
  setMode(mode: Mode): void {
    this.#nextMode = mode
  }

  setVpn(vpn: boolean): void {
    this.#change({ vpn })
  }

  restart(): void {
    this.#restart()
  }

  /** A battery gateway falls asleep and wakes after this many seconds. */
  sleep(seconds: number): void {
    this.#tell({ kind: 'sleep', wakeAfterMs: seconds * 1000 })
  }

  /** Power is lost without a good-bye, as if unplugged. */
  powerOff(): void {
    this.#tell({ kind: 'powerOff' })
  }

  /** Simulates a power failure that leaves enough power to send a good-bye message. */
  losePower(): void {
    this.#tell({ kind: 'powerOff', hasLastWords: true })
  }

  powerOn(): void {
    this.#tell({ kind: 'powerOn' })
  }

  #tell(event: HardwareEvent): void {
    this.#memory.save({
      ...{ firmware: this.#state.firmware, mode: this.#state.mode, nextMode: this.#nextMode },
      ...{ lan: this.#lan.now(), lines: this.#lines, power: this.#power },
    })
    for (const listener of [...this.#listeners]) listener(event)
  }

  #change(changed: Partial<HardwareState> = {}): void {
    this.#state = { ...this.#state, ...changed }
    this.#tell({ kind: 'change' })
  }

  #restart(downMs?: number): void {
    // A tunnel does not survive the restart.
    this.#state = { ...this.#state, mode: this.#nextMode, vpn: false }
    this.#tell(downMs === undefined ? { kind: 'restart' } : { kind: 'restart', downMs })
    this.#stayAwake()
  }

  /** Restarts with another firmware version; a dead one does not reach the platform. */
  #boot(firmware: string, isDead: boolean): void {
    const { afterMs, restartMs } = this.#pace
    this.#timers.after('restart', afterMs, () => {
      this.#state = { ...this.#state, firmware }
      this.#tell({ kind: isDead ? 'lineDown' : 'lineUp' })
      this.#restart(restartMs)
    })
  }

  /** Every message of the platform keeps the box awake for the sleep delay. */
  #stayAwake(): void {
    const timers = this.#timers
    timers.stop('sleep')
    const { isLowPower, reportEveryMin, sleepDelayS } = this.#power
    if (!isLowPower) return
    const { minuteMs } = this.#pace
    const wakeAfterMs = reportEveryMin * minuteMs
    timers.after('sleep', (sleepDelayS / 60) * minuteMs, () => {
      this.#tell({ kind: 'sleep', wakeAfterMs })
      timers.after('sleep', wakeAfterMs, () => this.#stayAwake())
    })
  }

  #orderMode(mode: Mode): Ending {
    if (mode === 'download' && this.#power.isLowPower) return failure(1352)
    this.#nextMode = mode
    this.#change()
    return done
  }

  #orderSerial(line: SerialLine): Ending {
    if (!this.#lines.some(({ port }) => port === line.port)) return failure(1353, { what: line.port })
    this.#lines = this.#lines.map((each) => (each.port === line.port ? line : each))
    this.#change()
    return done
  }

  #orderPower(next: PowerSaving): Ending {
    if (!this.#hasBattery) return failure(1349)
    if (next.isLowPower && next.sleepDelayS >= next.reportEveryMin * 60) return failure(1350)
    const isDownload = this.#state.mode === 'download' || this.#nextMode === 'download'
    if (next.isLowPower && isDownload) return failure(1351)
    this.#power = next
    this.#change()
    this.#stayAwake()
    return done
  }
}
