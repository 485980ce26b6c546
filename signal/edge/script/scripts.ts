// The scripts of a device on its gateway: when each runs, the values that it sees, the execution of its writes. [S2
// Scripts]
import { errorCode, errorText } from '../../../contract/errors.ts'
import type { BoundConfig, GatewayScript } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { Up } from '../../../contract/topics.ts'
import type { Value } from '../../../core/data-type.ts'
import { type Bucket, createBucket } from '../../cloud/bucket.ts'
import type { ScriptEnd, ScriptFault, ScriptReason, ScriptValue } from '../../script/run.ts'
import type { Ending } from '../poll/write.ts'
import type { EdgeReading, Values } from '../values.ts'
import { type LineKind, ScriptLines } from './lines.ts'
import type { ScriptRunner } from './runner.ts'

/** A report: counters by script, log lines, and the number of dropped lines. */
type ScriptNews = Pick<Up['script'], 'at' | 'scripts' | 'lines' | 'dropped'>

type ScriptsDeps = {
  values: Values
  /** Returns monotonic ms. */
  now: () => number
  /** Platform time of a monotonic moment, or nothing while it is unknown. */
  platform: (moment: number) => number | undefined
  access: (signalId: number) => 'r' | 'w' | 'rw' | undefined
  /** Writes like any other write: bounds, access, one after the other per connection, read back. */
  write: (signalId: number, value: Value, scriptId: number) => Promise<Ending>
  /** Returns false while a remote download is open. */
  mayRun: () => boolean
  runner: ScriptRunner
}

type Running = {
  script: GatewayScript
  state: string
  runs: number
  faults: number
  skipped: number
  writes: number
  tookMs: number
  fault: (ScriptFault & { moment: number }) | undefined
  /** Consecutive runs over budget, and consecutive pauses because of them. */
  excesses: number
  pauses: number
  pausedUntil: number
  isRunning: boolean
  again: ScriptReason | undefined
  /** Remaining attempts of the run at the start. */
  startsLeft: number
  timers: Set<NodeJS.Timeout>
  /** The last readings of the variables that trigger the script. */
  seen: Map<number, { value: Value | null; code: number }>
}

const excessKinds: readonly ScriptFault['kind'][] = ['time', 'memory', 'depth', 'lost']
const startLookMs = 200
const startMostMs = 10_000
/** A start run that a busy box cut short has written nothing and would be missed: it is retried. */
const cutShort: readonly ScriptFault['kind'][] = ['time', 'lost']
const [startAgainMs, startTries] = [2000, 3]

/** Runs the scripts of the current configuration. */
export class Scripts {
  readonly #deps: ScriptsDeps
  readonly #bucket: Bucket
  readonly #lines: ScriptLines
  readonly #ignore: () => void
  #running: Running[] = []
  #isPaused = false

  constructor(deps: ScriptsDeps) {
    this.#deps = deps
    this.#bucket = createBucket(limits.scriptWritesPerS, limits.scriptWritesBurst, deps.now)
    this.#lines = new ScriptLines(deps.now)
    this.#ignore = deps.values.listen((signalId, reading) => this.#onReading(signalId, reading))
  }

  /** Replaces the scripts. An unchanged one keeps its counters, each its state. */
  apply(bound: BoundConfig | undefined): void {
    const before = new Map(this.#running.map((of) => [of.script.id, of]))
    this.#running.forEach(halt)
    this.#running = (bound?.config.scripts ?? []).map((script) => fresh(script, before.get(script.id)))
    if (!this.#isPaused) this.#begin()
  }

  /** The box sleeps: no script runs until `resume`. */
  pause(): void {
    this.#isPaused = true
    this.#running.forEach(halt)
  }

  resume(): void {
    this.#isPaused = false
    this.#begin()
  }

  /** The report since the last call; nothing without scripts or platform time. */
  news(): ScriptNews | undefined {
    const { now, platform } = this.#deps
    const at = platform(now())
    if (at === undefined || this.#running.length === 0) return undefined
    const { lines, dropped } = this.#lines.take()
    return {
      at,
      scripts: this.#running.map(({ script: { id }, runs, faults, skipped, writes, tookMs, fault, pausedUntil }) => ({
        ...{ id, runs, faults, skipped, writes, tookMs, isPaused: pausedUntil > now() },
        fault: fault
          ? { kind: fault.kind, message: fault.message, line: fault.line, at: platform(fault.moment) ?? at }
          : null,
      })),
      lines: lines.map(({ id, moment, kind, text }) => ({ id, at: platform(moment) ?? at, kind, text })),
      dropped,
    }
  }

  /** Stops all timers and the runner. */
  async stop(): Promise<void> {
    this.#ignore()
    this.#running.forEach(halt)
    this.#running = []
    await this.#deps.runner.stop()
  }

  #begin(): void {
    for (const of of this.#running) this.#beginOne(of)
  }

  #beginOne(of: Running): void {
    const { values, access, now } = this.#deps
    const { everyMs, atStart } = of.script
    if (everyMs !== undefined) of.timers.add(setInterval(() => this.#request(of, 'period'), everyMs))
    if (!atStart) return
    of.startsLeft = startTries - 1
    const ids = Object.values(of.script.names).filter((id) => access(id) !== 'w')
    const from = now()
    const look = () => {
      const isRead = ids.every((id) => values.get(id))
      if (isRead || now() - from > startMostMs) this.#request(of, 'start')
      else after(of, startLookMs, look)
    }
    after(of, startLookMs, look)
  }

  #onReading(signalId: number, { value, code }: EdgeReading): void {
    for (const of of this.#running) {
      if (!of.script.onChange?.includes(signalId)) continue
      const before = of.seen.get(signalId)
      of.seen.set(signalId, { value, code })
      // The first reading is no change.
      if (before && (before.value !== value || before.code !== code)) this.#request(of, 'change')
    }
  }

  #tell(of: Running, kind: LineKind, text: string): void {
    this.#lines.add(of.script.id, kind, text)
  }

  #isLiving(of: Running): boolean {
    return this.#running.includes(of) && !this.#isPaused
  }

  #seen({ script }: Running): Record<string, ScriptValue> {
    const { values, platform } = this.#deps
    const entries = Object.entries(script.names).map(([name, id]): [string, ScriptValue] => {
      const access = this.#deps.access(id)
      const reading = access === 'w' ? undefined : values.get(id)
      const time = reading ? (platform(reading.at) ?? null) : null
      const code = reading?.code ?? errorCode('plcSignalMissing')
      return [name, { value: reading?.value ?? null, code, time, canWrite: access === 'w' || access === 'rw' }]
    })
    return Object.fromEntries(entries)
  }

  /** Runs the script now, unless it is running, paused for its excesses, or a remote download is open. */
  #request(of: Running, reason: ScriptReason): void {
    const { now, mayRun } = this.#deps
    if (!this.#isLiving(of)) return
    if (of.isRunning && reason === 'change') of.again = reason
    else if (of.isRunning || of.pausedUntil > now() || !mayRun()) of.skipped += 1
    else void this.#execute(of, reason)
  }

  async #execute(of: Running, reason: ScriptReason): Promise<void> {
    of.isRunning = true
    of.runs += 1
    const { source } = of.script
    const isSuspect = of.excesses > 0 || of.pauses > 0
    const run = { source, reason, values: this.#seen(of), state: of.state }
    const end = await this.#deps.runner.run(run, isSuspect)
    // If the configuration changed during the run, the writes of the run are dropped.
    if (this.#isLiving(of)) await this.#take(of, end)
    of.isRunning = false
    const { again } = of
    of.again = undefined
    if (again && this.#isLiving(of)) after(of, limits.scriptGapMs, () => this.#request(of, again))
    if (reason === 'start' && end.fault && cutShort.includes(end.fault.kind)) this.#startAgain(of)
  }

  #startAgain(of: Running): void {
    if (!this.#isLiving(of) || of.startsLeft === 0) return
    of.startsLeft -= 1
    after(of, startAgainMs, () => this.#request(of, 'start'))
  }

  async #take(of: Running, end: ScriptEnd): Promise<void> {
    of.tookMs = end.tookMs
    of.state = end.state
    for (const line of end.lines) this.#tell(of, 'log', line)
    if (end.fault) return this.#blame(of, end.fault)
    of.excesses = 0
    of.pauses = 0
    for (const { name, value } of end.writes) {
      if (!this.#isLiving(of)) return
      await this.#writeOne(of, name, value)
    }
  }

  #blame(of: Running, fault: ScriptFault): void {
    const { now } = this.#deps
    of.faults += 1
    of.fault = { ...fault, moment: now() }
    const place = fault.line === null ? '' : ` (line ${fault.line})`
    this.#tell(of, 'fault', `${fault.kind}: ${fault.message}${place}`)
    if (!excessKinds.includes(fault.kind)) {
      of.excesses = 0
      return
    }
    of.excesses += 1
    // After the first pause, a single excess leads to the next pause, which is twice as long.
    if (of.excesses < limits.scriptExcesses && of.pauses === 0) return
    const pauseMs = Math.min(limits.scriptPauseMs * 2 ** of.pauses, limits.scriptPauseMostMs)
    of.excesses = 0
    of.pauses += 1
    of.pausedUntil = now() + pauseMs
    this.#tell(of, 'fault', `paused for ${Math.round(pauseMs / 1000)} s: it broke its budget repeatedly`)
  }

  async #writeOne(of: Running, name: string, value: Value): Promise<void> {
    const { mayRun, write } = this.#deps
    const id = of.script.names[name]
    if (id === undefined) return
    const what = `${name} = ${String(value)}`
    if (!mayRun()) return this.#tell(of, 'refused', `${what}: ${errorText(1331, 'en')} (1331)`)
    if (!this.#bucket.tryTake(1)) {
      of.faults += 1
      return this.#tell(of, 'refused', `${what}: more than ${limits.scriptWritesPerS} writes a second`)
    }
    of.writes += 1
    const { status, code, reason } = await write(id, value, of.script.id)
    if (status === 'success') return this.#tell(of, 'write', what)
    of.faults += 1
    this.#tell(of, 'refused', `${what}: ${reason ?? errorText(code, 'en')} (${code})`)
  }
}

function after(of: Running, ms: number, act: () => void): void {
  const timer = setTimeout(() => {
    of.timers.delete(timer)
    act()
  }, ms)
  of.timers.add(timer)
}

function halt(of: Running): void {
  for (const timer of of.timers) clearTimeout(timer)
  of.timers.clear()
}

/** Keeps the counters of an unchanged script, and the state in any case. */
function fresh(script: GatewayScript, before: Running | undefined): Running {
  const counts = { runs: 0, faults: 0, skipped: 0, writes: 0, tookMs: 0, fault: undefined }
  const { runs, faults, skipped, writes, tookMs, fault } = before?.script.source === script.source ? before : counts
  return {
    ...{ script, state: before?.state ?? '{}', runs, faults, skipped, writes, tookMs, fault },
    ...{ excesses: 0, pauses: 0, pausedUntil: 0, isRunning: false, again: undefined, startsLeft: 0 },
    ...{ timers: new Set(), seen: new Map() },
  }
}
