// The scripts of a device on its gateway: when each runs, the values that it sees, the execution of its writes. [S2
// Scripts]
import { errorCode, errorText } from '../../../contract/errors.ts'
import type { BoundConfig, GatewayScript } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { Up } from '../../../contract/topics.ts'
import type { Value } from '../../../core/data-type.ts'
import { createBucket } from '../../cloud/bucket.ts'
import type { ScriptEnd, ScriptFault, ScriptReason, ScriptValue } from '../../script/run.ts'
import type { Ending } from '../poll/write.ts'
import type { Values } from '../values.ts'
import type { ScriptRunner } from './runner.ts'

/** A report: counters by script, log lines, and the number of dropped lines. */
export type ScriptNews = Pick<Up['script'], 'at' | 'scripts' | 'lines' | 'dropped'>

export type ScriptsDeps = {
  values: Values
  /** Monotonic ms. */
  now: () => number
  /** Platform time of a monotonic moment, or nothing while it is unknown. */
  platform: (moment: number) => number | undefined
  access: (signalId: number) => 'r' | 'w' | 'rw' | undefined
  /** Writes like any other write: bounds, access, one after the other per connection, read back. */
  write: (signalId: number, value: Value, scriptId: number) => Promise<Ending>
  /** False while a remote download is open. */
  mayRun: () => boolean
  runner: ScriptRunner
}

export type Scripts = {
  apply(bound: BoundConfig | undefined): void
  pause(): void
  resume(): void
  /** The report since the last call; nothing without scripts or platform time. */
  news(): ScriptNews | undefined
  /** Stops all timers and the runner. */
  stop(): Promise<void>
}

type Line = { id: number; moment: number; kind: Up['script']['lines'][number]['kind']; text: string }

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

export function createScripts(deps: ScriptsDeps): Scripts {
  const { values, now, platform, runner } = deps
  let running: Running[] = []
  let isPaused = false
  const bucket = createBucket(limits.scriptWritesPerS, limits.scriptWritesBurst, now)
  const linesBucket = createBucket(limits.scriptLinesPerS, limits.scriptLinesKept, now)
  const lines: Line[] = []
  let dropped = 0

  function tell(of: Running, kind: Line['kind'], text: string): void {
    if (!linesBucket.tryTake(1)) {
      dropped += 1
      return
    }
    lines.push({ id: of.script.id, moment: now(), kind, text: text.slice(0, limits.scriptLineLength) })
    if (lines.length > limits.scriptLinesKept) {
      lines.shift()
      dropped += 1
    }
  }

  const isLiving = (of: Running) => running.includes(of) && !isPaused

  function seen({ script }: Running): Record<string, ScriptValue> {
    const entries = Object.entries(script.names).map(([name, id]): [string, ScriptValue] => {
      const access = deps.access(id)
      const reading = access === 'w' ? undefined : values.get(id)
      const time = reading ? (platform(reading.at) ?? null) : null
      const code = reading?.code ?? errorCode('plcSignalMissing')
      return [name, { value: reading?.value ?? null, code, time, canWrite: access === 'w' || access === 'rw' }]
    })
    return Object.fromEntries(entries)
  }

  /** Runs the script now, unless it is running, paused for its excesses, or a remote download is open. */
  function request(of: Running, reason: ScriptReason): void {
    if (!isLiving(of)) return
    if (of.isRunning && reason === 'change') of.again = reason
    else if (of.isRunning || of.pausedUntil > now() || !deps.mayRun()) of.skipped += 1
    else void execute(of, reason)
  }

  async function execute(of: Running, reason: ScriptReason): Promise<void> {
    of.isRunning = true
    of.runs += 1
    const { source } = of.script
    const isSuspect = of.excesses > 0 || of.pauses > 0
    const end = await runner.run({ source, reason, values: seen(of), state: of.state }, isSuspect)
    // After a change of the configuration its writes are dropped.
    if (isLiving(of)) await take(of, end)
    of.isRunning = false
    const { again } = of
    of.again = undefined
    if (again && isLiving(of)) after(of, limits.scriptGapMs, () => request(of, again))
    if (reason === 'start' && end.fault && cutShort.includes(end.fault.kind)) startAgain(of)
  }

  function startAgain(of: Running): void {
    if (!isLiving(of) || of.startsLeft === 0) return
    of.startsLeft -= 1
    after(of, startAgainMs, () => request(of, 'start'))
  }

  async function take(of: Running, end: ScriptEnd): Promise<void> {
    of.tookMs = end.tookMs
    of.state = end.state
    for (const line of end.lines) tell(of, 'log', line)
    if (end.fault) return blame(of, end.fault)
    of.excesses = 0
    of.pauses = 0
    for (const { name, value } of end.writes) {
      if (!isLiving(of)) return
      await writeOne(of, name, value)
    }
  }

  function blame(of: Running, fault: ScriptFault): void {
    of.faults += 1
    of.fault = { ...fault, moment: now() }
    const place = fault.line === null ? '' : ` (line ${fault.line})`
    tell(of, 'fault', `${fault.kind}: ${fault.message}${place}`)
    if (!excessKinds.includes(fault.kind)) {
      of.excesses = 0
      return
    }
    of.excesses += 1
    // After a pause the first excess leads to the next pause, which is twice as long.
    if (of.excesses < limits.scriptExcesses && of.pauses === 0) return
    const pauseMs = Math.min(limits.scriptPauseMs * 2 ** of.pauses, limits.scriptPauseMostMs)
    of.excesses = 0
    of.pauses += 1
    of.pausedUntil = now() + pauseMs
    tell(of, 'fault', `paused for ${Math.round(pauseMs / 1000)} s: it broke its budget repeatedly`)
  }

  async function writeOne(of: Running, name: string, value: Value): Promise<void> {
    const id = of.script.names[name]
    if (id === undefined) return
    if (!deps.mayRun()) return tell(of, 'refused', `${name} = ${String(value)}: ${errorText(1331, 'en')} (1331)`)
    if (!bucket.tryTake(1)) {
      of.faults += 1
      return tell(of, 'refused', `${name} = ${String(value)}: more than ${limits.scriptWritesPerS} writes a second`)
    }
    of.writes += 1
    const { status, code, reason } = await deps.write(id, value, of.script.id)
    if (status === 'success') return tell(of, 'write', `${name} = ${String(value)}`)
    of.faults += 1
    tell(of, 'refused', `${name} = ${String(value)}: ${reason ?? errorText(code, 'en')} (${code})`)
  }

  function after(of: Running, ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      of.timers.delete(timer)
      act()
    }, ms)
    of.timers.add(timer)
  }

  function begin(of: Running): void {
    const { everyMs, atStart } = of.script
    if (everyMs !== undefined) of.timers.add(setInterval(() => request(of, 'period'), everyMs))
    if (!atStart) return
    of.startsLeft = startTries - 1
    const ids = Object.values(of.script.names).filter((id) => deps.access(id) !== 'w')
    const from = now()
    const look = () => {
      const isRead = ids.every((id) => values.get(id))
      if (isRead || now() - from > startMostMs) request(of, 'start')
      else after(of, startLookMs, look)
    }
    after(of, startLookMs, look)
  }

  const halt = (of: Running) => {
    for (const timer of of.timers) clearTimeout(timer)
    of.timers.clear()
  }

  const ignore = values.listen((id, { value, code }) => {
    for (const of of running) {
      if (!of.script.onChange?.includes(id)) continue
      const before = of.seen.get(id)
      of.seen.set(id, { value, code })
      // The first reading is no change.
      if (before && (before.value !== value || before.code !== code)) request(of, 'change')
    }
  })

  return {
    apply(bound) {
      const before = new Map(running.map((of) => [of.script.id, of]))
      running.forEach(halt)
      running = (bound?.config.scripts ?? []).map((script) => fresh(script, before.get(script.id)))
      if (!isPaused) running.forEach(begin)
    },
    pause() {
      isPaused = true
      running.forEach(halt)
    },
    resume() {
      isPaused = false
      running.forEach(begin)
    },
    news() {
      const at = platform(now())
      if (at === undefined || running.length === 0) return undefined
      const told = lines.splice(0, limits.scriptLinesPerMessage)
      const lost = dropped
      dropped = 0
      return {
        at,
        scripts: running.map(({ script: { id }, runs, faults, skipped, writes, tookMs, fault, pausedUntil }) => ({
          ...{ id, runs, faults, skipped, writes, tookMs, isPaused: pausedUntil > now() },
          fault: fault
            ? { kind: fault.kind, message: fault.message, line: fault.line, at: platform(fault.moment) ?? at }
            : null,
        })),
        lines: told.map(({ id, moment, kind, text }) => ({ id, at: platform(moment) ?? at, kind, text })),
        dropped: lost,
      }
    },
    async stop() {
      ignore()
      running.forEach(halt)
      running = []
      await runner.stop()
    },
  }
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
