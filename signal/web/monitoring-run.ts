// One run of live monitoring, from its start to a pause or the end: the steps of [S4] in order, and their timers. An
// answer that arrives after the end of the run is ignored.
import { errorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { GatewayAlarm, ServerMessage } from '../../contract/sockets.ts'
import { staleAfterMs } from './freshness.ts'
import type { Board, Fault, MonitoredGateway, MonitoringNeeds, MonitoringState } from './monitored.ts'
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
export const savesOf = <G extends MonitoredGateway, S extends Seed>(board: Pick<Board<G, S>, 'read'>): boolean =>
  board.read().gateway?.smartSaving !== false

export function beginRun<G extends MonitoredGateway, S extends Seed>(
  needs: MonitoringNeeds<G, S>,
  board: Board<G, S>,
): Run {
  const { activity } = needs
  const timers = createTimers()
  let isOver = false
  let socket: { stop(): void } | undefined
  let opening: Promise<void> | undefined
  let failures = 0
  const isOn = () => !isOver
  const { loadGateway, loadSignals } = loads(needs, board, isOn)

  const stop = () => {
    isOver = true
    timers.clear()
    socket?.stop()
    board.change({ socket: 'closed', silent: false })
  }
  const pause = () => {
    stop()
    board.change({ paused: true, on: false })
  }
  // [S4] Economy mode keeps the stream open only for a user who was active within two minutes. Faults are repaired for
  // every user, until smart data saving pauses.
  const mayKeep = () => !board.read().gateway?.economizeOpen || activity.idleMs() < limits.economyIdleMs

  const silence = watchSilence(board, timers)

  const openOnce = async () => {
    if (!(await openStream(needs, board, isOn))) return
    silence.begin()
    timers.set('keep', limits.keepAliveMs, () => {
      if (mayKeep()) void open().then(mend)
    })
    // The stream is kept open before it expires. If it expires, the user was idle, or it could not be kept open and is
    // being repaired.
    timers.set('lapse', limits.openDelayEquipmentS * 1000, () => {
      if (!mayKeep()) return pause()
      board.change({ on: false })
      mend()
    })
  }
  const open = (): Promise<void> => {
    opening ??= openOnce().finally(() => {
      opening = undefined
    })
    return opening
  }
  const mend = () => {
    if (!isOn()) return
    if (!needsMending(board.read())) {
      failures = 0
      timers.end('mend')
      return
    }
    const waitMs = mendMs[Math.min(failures, mendMs.length - 1)]!
    failures += 1
    timers.set('mend', waitMs, () => void refresh())
  }
  const refresh = async () => {
    await loadGateway()
    if (isOn() && !board.read().on) await open()
    if (isOn() && board.read().signalsFault) await loadSignals()
    mend()
  }
  const poll = async () => {
    await refresh()
    if (isOn()) timers.set('poll', limits.gatewayPollMs, () => void poll())
  }
  const refreshStatus = (everyMs: number) =>
    timers.set('status', everyMs, () => {
      if (mayKeep()) void inOrder([loadGateway, open], isOn).then(mend)
      refreshStatus(everyMs)
    })
  // The platform may have been down and lost the state of this stream: everything is requested again.
  const restore = async () => {
    failures = 0
    await Promise.all([loadSignals(), inOrder([loadGateway, open], isOn)])
    mend()
  }
  // [S4] Ten minutes without activity stop the updates.
  const watchIdle = () => {
    const left = limits.smartSavingMs - activity.idleMs()
    // The gateway may be set to continue for idle users; its setting is checked every minute.
    if (left <= 0 && !savesOf(board)) timers.set('saving', limits.gatewayPollMs, watchIdle)
    else if (left <= 0) pause()
    else timers.set('saving', left, watchIdle)
  }
  // Messages that arrive before the first answers wait for them, since they are newer.
  let early: ServerMessage[] | null = []
  const hear = (message: ServerMessage) => {
    if (early && early.length < maxEarly) return void early.push(message)
    take(message)
  }
  const take = (message: ServerMessage) => {
    if (message.type === 'signalVal') {
      needs.source.take(message)
      silence.end()
    }
    if (message.type === 'signalAlarm') needs.onAlarms?.()
    if (message.type === 'driverStates') board.change({ drivers: message })
    if (message.type !== 'gatewayAlarm') return
    takePresence(board, message)
    const { gateway, on } = board.read()
    if (gateway && canStream(gateway) && !on) void open().then(mend)
  }
  const connect = () => {
    const { token, connect: dial, link } = needs
    const onState = socketState(board, isOn, (isBack) => {
      needs.onAlarms?.()
      if (isBack) void restore()
    })
    socket = keepSocket({ token, connect: dial, onMessage: hear, onState, ...(link ? { link } : {}) })
  }
  const stand = () => {
    const waited = early ?? []
    early = null
    for (const message of waited) take(message)
    timers.set('poll', limits.gatewayPollMs, () => void poll())
    mend()
  }

  watchIdle()
  if (isOn() && needs.refreshMs !== undefined) refreshStatus(needs.refreshMs)
  if (isOn()) connect()
  // In parallel: a socket starts with all current values, so no value of an opened gateway is missed.
  void inOrder([() => Promise.all([loadSignals(), inOrder([loadGateway, open], isOn)]), stand], isOn)
  return { loadSignals, stop }
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
      // A device without values sends none.
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
  // The gateway may have gone offline meanwhile.
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

function faultOf(error: unknown): Fault {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : String(error) }
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
