// Runs a device script once, in a fresh interpreter without network, files or timers, with bounded time, memory and
// depth. The script sees the values of its variables at the start. Its writes are returned in order, and only if it
// succeeds: a script that fails half way writes nothing. Used on the gateway and for trial runs in the browser.
// Decision 0037.
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'

/** The stack limit is small so that native recursion (an endless `toJSON`) hits it before the host's own stack overflows. */
export const scriptBudget = { timeMs: 250, memoryBytes: 8 * 1024 * 1024, stackBytes: 64 * 1024 }

/** The event that triggered a run. */
export type ScriptReason = 'period' | 'change' | 'start'

/**
 * A variable at the start of the run: `value` is the last good one; `time` platform time in epoch ms, null if unknown.
 */
export type ScriptValue = { value: Value | null; code: number; time: number | null; canWrite: boolean }

/** The input of a run. */
export type ScriptRun = {
  source: string
  reason: ScriptReason
  /** Values of the script's variables by name. */
  values: Readonly<Record<string, ScriptValue>>
  /** The state that the previous run stored, as JSON. */
  state: string
}

/**
 * `time`, `memory`, `depth`: the budget was exceeded; `state`: the state cannot be stored; `lost`: the interpreter
 * crashed.
 */
const scriptFaultKinds = ['syntax', 'thrown', 'time', 'memory', 'depth', 'state', 'lost'] as const
export type ScriptFault = { kind: (typeof scriptFaultKinds)[number]; message: string; line: number | null }

/** The result of a run. */
export type ScriptEnd = {
  fault: ScriptFault | null
  /** The writes in order; none after a fault. */
  writes: { name: string; value: Value }[]
  lines: string[]
  /** The new state; unchanged after a fault. */
  state: string
  tookMs: number
}

const fileName = 'script.js'
const answerLength = 200_000
/** The longest text that a script may write. */
const maxText = 1000

const Answer = z.object({
  writes: z
    .array(z.tuple([z.string(), z.union([z.number().refine(Number.isFinite), z.boolean(), z.string().max(maxText)])]))
    .max(limits.scriptWritesPerRun),
  lines: z.array(z.string().max(limits.scriptLineLength)).max(limits.scriptLinesPerRun),
  state: z.string().max(limits.scriptStateLength).nullable(),
})

/** Evaluated before the script; has its own references, so that a script may overwrite built-ins. */
const prelude = `(() => {
  const { parse, stringify } = JSON
  const { isFinite } = Number
  const text = String
  const { freeze } = Object
  const given = parse(input)
  delete globalThis.input
  const values = new Map(Object.entries(given.values))
  const find = Map.prototype.get.bind(values)
  // JSON, made of one text or number at a time: no prototype that the script has changed takes part in it.
  let writes = ''
  let writeCount = 0
  let lines = ''
  let lineCount = 0
  const known = (name) => {
    const found = find(name)
    if (!found) throw new ReferenceError('there is no variable ' + name)
    return found
  }
  const shown = (told) => {
    if (typeof told === 'string') return told
    try {
      return stringify(told) ?? text(told)
    } catch {
      return text(told)
    }
  }
  // A name is converted once: an object could give another text the next time.
  globalThis.read = (asked) => {
    const name = text(asked)
    const { value, code, time } = known(name)
    return freeze({
      code,
      time,
      isGood: code === 200,
      last: value,
      get value() {
        if (code !== 200) throw new Error(name + ' is not good (code ' + code + ')')
        return value
      },
    })
  }
  globalThis.write = (asked, value) => {
    const name = text(asked)
    if (!known(name).canWrite) throw new TypeError(name + ' is read-only')
    const isValue = typeof value === 'number' ? isFinite(value) : typeof value === 'boolean' || typeof value === 'string'
    if (!isValue) throw new TypeError('what is written to ' + name + ' is no value')
    if (typeof value === 'string' && value.length > given.maxText)
      throw new RangeError('what is written to ' + name + ' is longer than ' + given.maxText + ' characters')
    if (writeCount >= given.maxWrites) throw new RangeError('too many writes in one run')
    writes += (writeCount > 0 ? ',' : '') + '[' + stringify(name) + ',' + stringify(value) + ']'
    writeCount += 1
  }
  globalThis.log = (...told) => {
    if (lineCount >= given.maxLines) return
    let line = ''
    for (const each of told) line += (line && ' ') + shown(each)
    lines += (lineCount > 0 ? ',' : '') + stringify(text(line.slice(0, given.lineLength)))
    lineCount += 1
  }
  globalThis.trigger = given.reason
  globalThis.state = parse(given.state)
  return (isWhole) => {
    const state = isWhole ? stringify(stringify(globalThis.state) ?? '{}') : 'null'
    return '{"writes":[' + writes + '],"lines":[' + lines + '],"state":' + state + '}'
  }
})()`

type Interpreter = { context: QuickJSContext; isLate: () => boolean; keep: (handle: QuickJSHandle) => QuickJSHandle }

/** Frees all handles and the interpreter afterwards, in any case. */
function withInterpreter<T>(quickjs: QuickJSWASMModule, now: () => number, act: (of: Interpreter) => T): T {
  const runtime = quickjs.newRuntime()
  const held: QuickJSHandle[] = []
  let isLate = false
  try {
    runtime.setMemoryLimit(scriptBudget.memoryBytes)
    runtime.setMaxStackSize(scriptBudget.stackBytes)
    const until = now() + scriptBudget.timeMs
    runtime.setInterruptHandler(() => {
      isLate ||= now() > until
      return isLate
    })
    const context = runtime.newContext()
    try {
      const keep = (handle: QuickJSHandle) => {
        held.push(handle)
        return handle
      }
      return act({ context, isLate: () => isLate, keep })
    } finally {
      for (const handle of held.reverse()) if (handle.alive) handle.dispose()
      context.dispose()
    }
  } finally {
    runtime.dispose()
  }
}

/** Runs a script within its budget. Faults are returned, not thrown. */
export function runDeviceScript(quickjs: QuickJSWASMModule, run: ScriptRun, now: () => number = Date.now): ScriptEnd {
  const from = now()
  const ended = (part: Partial<ScriptEnd>): ScriptEnd => ({
    ...{ fault: null, writes: [], lines: [], state: run.state, ...part },
    tookMs: Math.max(0, Math.round(now() - from)),
  })
  return withInterpreter(quickjs, now, (of) => {
    const { context, keep, isLate } = of
    const finish = begin(of, run)
    if ('kind' in finish) return ended({ fault: finish })
    const result = context.evalCode(run.source, fileName, { type: 'global' })
    const thrown = result.error && faultOf(of, keep(result.error))
    const fault = thrown && (isLate() ? { ...thrown, kind: 'time' as const } : thrown)
    if (!result.error) keep(result.value)
    // When the time is used up, nothing more is evaluated, not even the log lines.
    if (fault?.kind === 'time') return ended({ fault })
    const answer = answerOf(of, finish.handle, fault === undefined)
    if ('kind' in answer) return ended({ fault: fault ?? answer })
    const { writes, lines, state } = answer
    if (fault) return ended({ fault, lines })
    return ended({ lines, writes: writes.map(([name, value]) => ({ name, value })), state: state ?? run.state })
  })
}

/** The syntax fault of a source, or null, without running it. */
export function syntaxFault(quickjs: QuickJSWASMModule, source: string): ScriptFault | null {
  return withInterpreter(quickjs, Date.now, (of) => {
    const result = of.context.evalCode(source, fileName, { type: 'global', compileOnly: true })
    if (!result.error) {
      of.keep(result.value)
      return null
    }
    return faultOf(of, of.keep(result.error))
  })
}

function begin(of: Interpreter, { values, reason, state }: ScriptRun): { handle: QuickJSHandle } | ScriptFault {
  const { context, keep } = of
  const { scriptWritesPerRun: maxWrites, scriptLinesPerRun: maxLines, scriptLineLength: lineLength } = limits
  const input = JSON.stringify({ values, reason, state, maxWrites, maxText, maxLines, lineLength })
  context.setProp(context.global, 'input', keep(context.newString(input)))
  const begun = context.evalCode(prelude, 'prelude.js', { type: 'global' })
  return begun.error ? faultOf(of, keep(begun.error)) : { handle: keep(begun.value) }
}

function answerOf(of: Interpreter, finish: QuickJSHandle, isWhole: boolean): z.output<typeof Answer> | ScriptFault {
  const { context, keep } = of
  const given = isWhole ? context.true : context.false
  const result = context.callFunction(finish, context.undefined, given)
  // The state contains itself, or is too large to serialise.
  if (result.error) return { ...faultOf(of, keep(result.error)), kind: 'state' }
  const text = textOf(of, keep(result.value))
  const read = Answer.safeParse(text === undefined ? undefined : JSON.parse(text))
  return read.success ? read.data : { kind: 'state', message: '', line: null }
}

/** The string of a handle; nothing if it is no string or too long. */
function textOf({ context, keep }: Interpreter, handle: QuickJSHandle): string | undefined {
  if (context.typeof(handle) !== 'string') return undefined
  const length = context.getNumber(keep(context.getProp(handle, 'length')))
  return length > answerLength ? undefined : context.getString(handle)
}

const maxMessage = 300

/** Converts a thrown value into a fault. Its fields may be anything; a getter that throws gives an empty text. */
function faultOf(of: Interpreter, error: QuickJSHandle): ScriptFault {
  const { context, keep } = of
  const field = (name: string): string => {
    if (context.typeof(error) !== 'object') return ''
    try {
      return textOf(of, keep(context.getProp(error, name))) ?? ''
    } catch (unreadable) {
      return unreadable instanceof Error ? '' : String(unreadable)
    }
  }
  const [name, stack] = [field('name'), field('stack')]
  const message = (textOf(of, error) ?? field('message')).slice(0, maxMessage)
  const [, line] = /script\.js:(\d{1,6})/.exec(stack) ?? []
  return { kind: kindOf(name, message), message, line: line ? Number(line) : null }
}

function kindOf(name: string, message: string): ScriptFault['kind'] {
  if (name === 'SyntaxError') return 'syntax'
  if (/stack overflow|call stack/i.test(message)) return 'depth'
  return /out of memory/i.test(message) ? 'memory' : 'thrown'
}
