// One run of live monitoring, from its start to a pause or to its end: the steps of [S4] in order, and their timers.
// Answers that arrive after the end of the run are ignored.
import { errorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { GatewayAlarm, ServerMessage } from '../../contract/sockets.ts'
import { staleAfterMs } from './freshness.ts'
import {
  type Board,
  type Fault,
  faultOf,
  type MonitoredGateway,
  type MonitoringNeeds,
  type MonitoringState,
} from './monitored.ts'
import { keepSocket, type SocketState } from './socket.ts'
import type { Seed } from './values.ts'

export type Run = { loadSignals(): Promise<void>; stop(): void }

const canStream = ({ online, vpn }: MonitoredGateway) => online && !vpn

/** The gateway is unknown: code 2001 [S8], or on this platform a device without a gateway. */
const isNothing = ({ code }: Fault) => code === 2001 || code === errorCode('noBoundGateway')

/** Pauses before failed requests are repeated; the last one is repeated. Values are back within ten seconds. */
const mendMs = [1_000, 2_000, 4_000, 8_000, 10_000] as const

/**
 * Messages that wait for the first answers; beyond this, values are processed immediately and the rest is requested
 * again soon.
 */
const maxEarly = 200

/** Whether a temporary fault exists: no answer, or a gateway that could stream and does not. */
function needsMending<G extends MonitoredGateway, S>(state: MonitoringState<G, S>): boolean {
  const { gateway, gatewayFault, signalsFault, on } = state
  if (gatewayFault) return !isNothing(gatewayFault)
  if (signalsFault && !isNothing(signalsFault)) return true
  return gateway !== null && canStream(gateway) && !on
}

/** Whether its gateway saves data by stopping the updates of an idle user. */
const savesOf = <G extends MonitoredGateway, S extends Seed>(board: Pick<Board<G, S>, 'read'>): boolean =>
  board.read().gateway?.smartSaving !== false

/** Starts a run; its first step may already end it. */
export function beginRun<G extends MonitoredGateway, S extends Seed>(
  needs: MonitoringNeeds<G, S>,
  board: Board<G, S>,
): Run {
  const run = new MonitoringRun(needs, board)
  run.begin()
  return run
}

class MonitoringRun<G extends MonitoredGateway, S extends Seed> implements Run {
  readonly #needs: MonitoringNeeds<G, S>
  readonly #board: Board<G, S>
  readonly #timers = createTimers()
  readonly #loads: ReturnType<typeof loads<G, S>>
  readonly #silence: ReturnType<typeof watchSilence<G, S>>
  readonly #isOn = (): boolean => !this.#isOver
  #isOver = false
  #socket: { stop(): void } | undefined
  #opening: Promise<void> | undefined
  #failures = 0
  /** Messages that arrive before the first answers wait for them, since they are newer. */
  #early: ServerMessage[] | null = []

  constructor(needs: MonitoringNeeds<G, S>, board: Board<G, S>) {
    this.#needs = needs
    this.#board = board
    this.#loads = loads(needs, board, this.#isOn)
    this.#silence = watchSilence(board, this.#timers)
  }

  begin(): void {
    const { refreshMs } = this.#needs
    this.#watchIdle()
    if (this.#isOn() && refreshMs !== undefined) this.#refreshStatus(refreshMs)
    if (this.#isOn()) this.#connect()
    // Both are loaded in parallel: a socket starts with all current values, so no value of an open gateway is missed.
    const first = () => Promise.all([this.loadSignals(), this.#reopen()])
    void inOrder([first, () => this.#stand()], this.#isOn)
  }

  loadSignals(): Promise<void> {
    return this.#loads.loadSignals()
  }

  stop(): void {
    this.#isOver = true
    this.#timers.clear()
    this.#socket?.stop()
    this.#board.change({ socket: 'closed', silent: false })
  }

  #pause(): void {
    this.stop()
    this.#board.change({ paused: true, on: false })
  }

  /**
   * Economy mode keeps the stream open only for a user who was active within two minutes. Faults are repaired for every
   * user, until smart data saving pauses. [S4]
   */
  #mayKeep(): boolean {
    return !this.#board.read().gateway?.economizeOpen || this.#needs.activity.idleMs() < limits.economyIdleMs
  }

  async #openOnce(): Promise<void> {
    if (!(await openStream(this.#needs, this.#board, this.#isOn))) return
    this.#silence.begin()
    this.#timers.set('keep', limits.keepAliveMs, () => {
      if (this.#mayKeep()) void this.#openAndMend()
    })
    // The stream is kept open before it expires. If it expires, the user was idle, or it could not be kept open and is
    // being repaired.
    this.#timers.set('lapse', limits.openDelayEquipmentS * 1000, () => {
      if (!this.#mayKeep()) return this.#pause()
      this.#board.change({ on: false })
      this.#mend()
    })
  }

  #open(): Promise<void> {
    this.#opening ??= this.#openOnce().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #openAndMend(): Promise<void> {
    await this.#open()
    this.#mend()
  }

  /** Asks for the gateway's state, then opens the stream. */
  #reopen(): Promise<void> {
    return inOrder([() => this.#loads.loadGateway(), () => this.#open()], this.#isOn)
  }

  #mend(): void {
    if (!this.#isOn()) return
    if (!needsMending(this.#board.read())) {
      this.#failures = 0
      this.#timers.end('mend')
      return
    }
    const waitMs = mendMs[Math.min(this.#failures, mendMs.length - 1)]!
    this.#failures += 1
    this.#timers.set('mend', waitMs, () => void this.#refresh())
  }

  async #refresh(): Promise<void> {
    await this.#loads.loadGateway()
    if (this.#isOn() && !this.#board.read().on) await this.#open()
    if (this.#isOn() && this.#board.read().signalsFault) await this.loadSignals()
    this.#mend()
  }

  async #poll(): Promise<void> {
    await this.#refresh()
    if (this.#isOn()) this.#timers.set('poll', limits.gatewayPollMs, () => void this.#poll())
  }

  #refreshStatus(everyMs: number): void {
    this.#timers.set('status', everyMs, () => {
      if (this.#mayKeep()) void this.#reopen().then(() => this.#mend())
      this.#refreshStatus(everyMs)
    })
  }

  /** The platform may have been down and lost the state of this stream: everything is requested again. */
  async #restore(): Promise<void> {
    this.#failures = 0
    await Promise.all([this.loadSignals(), this.#reopen()])
    this.#mend()
  }

  /** [S4] Ten minutes without activity stop the updates. */
  #watchIdle(): void {
    const left = limits.smartSavingMs - this.#needs.activity.idleMs()
    const again = () => this.#watchIdle()
    // The gateway may be set to continue for idle users; its setting is checked every minute.
    if (left <= 0 && !savesOf(this.#board)) this.#timers.set('saving', limits.gatewayPollMs, again)
    else if (left <= 0) this.#pause()
    else this.#timers.set('saving', left, again)
  }

  #hear(message: ServerMessage): void {
    if (this.#early && this.#early.length < maxEarly) this.#early.push(message)
    else this.#take(message)
  }

  #take(message: ServerMessage): void {
    if (message.type === 'signalVal') {
      this.#needs.source.take(message)
      this.#silence.end()
    }
    if (message.type === 'signalAlarm') this.#needs.onAlarms?.()
    if (message.type === 'driverStates') this.#board.change({ drivers: message })
    if (message.type !== 'gatewayAlarm') return
    takePresence(this.#board, message)
    const { gateway, on } = this.#board.read()
    if (gateway && canStream(gateway) && !on) void this.#openAndMend()
  }

  #connect(): void {
    const { token, connect, link, onAlarms } = this.#needs
    const onState = socketState(this.#board, this.#isOn, (isBack) => {
      onAlarms?.()
      if (isBack) void this.#restore()
    })
    const onMessage = (message: ServerMessage) => this.#hear(message)
    this.#socket = keepSocket({ token, connect, onMessage, onState, ...(link ? { link } : {}) })
  }

  /** Called when the first answers have arrived. */
  #stand(): void {
    const waited = this.#early ?? []
    this.#early = null
    for (const message of waited) this.#take(message)
    this.#timers.set('poll', limits.gatewayPollMs, () => void this.#poll())
    this.#mend()
  }
}

/**
 * An open gateway sends all values again before any is stale: one that does not is unreachable, even if its state has
 * not changed yet.
 */
function watchSilence<G extends MonitoredGateway, S extends Seed>(board: Board<G, S>, timers: Timers) {
  let heardAt = 0
  const patience = () => staleAfterMs(board.read().gateway?.interval ?? 1)
  const wait = (ms: number) =>
    timers.set('silence', ms, () => {
      const { on, signals } = board.read()
      const left = heardAt + patience() - performance.now()
      if (left > 0) return wait(left)
      // A device that has never had values is not silent.
      const hasTold = signals?.some(({ time }) => time !== null) ?? false
      if (on && hasTold) board.change({ silent: true })
      else wait(patience())
    })
  const end = () => {
    heardAt = performance.now()
    if (!board.read().silent) return
    board.change({ silent: false })
    wait(patience())
  }
  return {
    end,
    /** Starts a new waiting time with each opening. */
    begin() {
      heardAt = performance.now()
      board.change({ silent: false })
      wait(patience())
    },
  }
}

/** Runs the steps one after the other, as long as the run lasts. */
async function inOrder(steps: readonly (() => unknown)[], isOn: () => boolean): Promise<void> {
  for (const step of steps) {
    if (!isOn()) return
    await step()
  }
}

/** The requests of a run, with the faults of [S8]. */
function loads<G extends MonitoredGateway, S extends Seed>(
  needs: MonitoringNeeds<G, S>,
  board: Board<G, S>,
  isOn: () => boolean,
) {
  return {
    async loadGateway(): Promise<void> {
      const gateway = await ask(needs.gatewayInfo, isOn, (fault) => {
        const emptied = isNothing(fault) ? { gateway: null } : {}
        board.change({ loaded: true, on: false, gatewayFault: fault, ...emptied })
      })
      if (gateway) board.change({ gateway, gatewayFault: null, on: board.read().on && canStream(gateway) })
    },
    async loadSignals(): Promise<void> {
      const signals = await ask(needs.signals, isOn, (fault) =>
        board.change({ signalsFault: fault, ...(fault.code === 2001 ? { alarmCount: 0 } : {}) }),
      )
      if (!signals) return
      needs.source.seed(signals)
      board.change({ signals, signalsFault: null })
      // Optional: without it the trends start with the values in memory.
      needs.trends?.().then(
        (trends) => isOn() && needs.source.fill(trends),
        () => undefined,
      )
    },
  }
}

/** Opens streaming if the gateway can stream; returns whether it is open. */
async function openStream<G extends MonitoredGateway, S extends Seed>(
  needs: MonitoringNeeds<G, S>,
  board: Board<G, S>,
  isOn: () => boolean,
): Promise<boolean> {
  const { gateway, gatewayFault } = board.read()
  if (gatewayFault) return false
  if (!gateway || !canStream(gateway)) {
    board.change({ loaded: true, on: false })
    return false
  }
  const send = async () => {
    await needs.open(gateway.interval, limits.openDelayEquipmentS)
    return true
  }
  const opened = await ask(send, isOn, (openFault) => board.change({ loaded: true, on: false, openFault }))
  if (!opened) return false
  // The gateway may have gone offline while the request was on its way.
  const on = canStream(board.read().gateway ?? gateway)
  board.change({ loaded: true, on, openFault: null })
  return on
}

function takePresence<G extends MonitoredGateway, S>(board: Board<G, S>, alarm: GatewayAlarm): void {
  const { gateway, on } = board.read()
  if (!gateway) return
  const now = { ...gateway, state: alarm.state, online: alarm.online, vpn: alarm.vpn }
  board.change({ gateway: now, gatewayFault: null, on: on && canStream(now) })
}

/** Reports the socket's state to the page, and each subscription: `isBack` after a disconnection. */
function socketState<G, S>(board: Board<G, S>, isOn: () => boolean, onOpen: (isBack: boolean) => void) {
  let fell = false
  return (socket: SocketState) => {
    if (!isOn()) return
    board.change({ socket })
    if (socket === 'open') onOpen(fell)
    fell = socket === 'waiting'
  }
}

async function ask<T>(
  call: () => Promise<T>,
  isOn: () => boolean,
  onFault: (fault: Fault) => void,
): Promise<T | undefined> {
  try {
    const answer = await call()
    return isOn() ? answer : undefined
  } catch (error) {
    if (isOn()) onFault(faultOf(error))
    return undefined
  }
}

type Timers = ReturnType<typeof createTimers>

/** Named timers: setting one again replaces it, and all can be cleared. */
function createTimers() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    set(name: string, ms: number, act: () => void) {
      clearTimeout(timers.get(name))
      timers.set(name, setTimeout(act, ms))
    },
    end(name: string) {
      clearTimeout(timers.get(name))
      timers.delete(name)
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
