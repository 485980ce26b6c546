// One run of a script in an interpreter of its own: no network, page or clock but its own, with bounded time, memory and
// depth. Only text goes in and comes out; what comes out is checked.
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { type ScriptFault, type ScriptResult, type ScriptRun, shapes } from './shapes.ts'

export const budget = { timeMs: 250, memoryBytes: 16 * 1024 * 1024, stackBytes: 256 * 1024, answerLength: 4_000_000 }

const fileName = 'script.js'
/** Evaluated before the script; keeps what it needs, whatever the script overwrites. */
const prelude = `(() => {
  const { parse, stringify } = JSON
  const given = parse(input)
  const stored = new Map(Object.entries(given.history))
  delete given.history
  delete globalThis.input
  const find = Map.prototype.get.bind(stored)
  globalThis.history = (name) => find(name) ?? []
  return [() => given, (answer) => stringify(answer)]
})()`

export function runScript(quickjs: QuickJSWASMModule, run: ScriptRun, now: () => number = Date.now): ScriptResult {
  const runtime = quickjs.newRuntime()
  let isLate = false
  try {
    runtime.setMemoryLimit(budget.memoryBytes)
    runtime.setMaxStackSize(budget.stackBytes)
    const until = now() + budget.timeMs
    runtime.setInterruptHandler(() => {
      isLate ||= now() > until
      return isLate
    })
    const context = runtime.newContext()
    try {
      const text = answerOf(context, run)
      if (typeof text !== 'string') return { fault: isLate ? { ...text, kind: 'time' } : text }
      const read = shapes[run.shape].safeParse(JSON.parse(text))
      if (read.success) return { answer: read.data }
      const issue = read.error.issues[0]
      return { fault: fault('shape', issue ? `${issue.path.join('.')} ${issue.message}`.trim() : '') }
    } finally {
      context.dispose()
    }
  } finally {
    runtime.dispose()
  }
}

const fault = (kind: ScriptFault['kind'], message = ''): ScriptFault => ({ kind, message, line: null })

/** The answer as JSON, or what is wrong. Every handle is let go of, whatever happens. */
function answerOf(context: QuickJSContext, { script, input }: ScriptRun): string | ScriptFault {
  const held: QuickJSHandle[] = []
  const keep = (handle: QuickJSHandle): QuickJSHandle => {
    held.push(handle)
    return handle
  }
  // Never as a module: those load others.
  const evaluate = (code: string, name: string) => context.evalCode(code, name, { type: 'global' })
  const ended = (result: ReturnType<QuickJSContext['evalCode']>) => {
    if (!result.error) return { value: keep(result.value) }
    return { fault: thrown(context, keep(result.error), keep) }
  }
  try {
    context.setProp(context.global, 'input', keep(context.newString(JSON.stringify(input))))
    const begun = ended(evaluate(prelude, 'prelude.js'))
    if (begun.fault) return begun.fault
    const [give, stringify] = [0, 1].map((index) => keep(context.getProp(begun.value, index)))
    const defined = ended(evaluate(script, fileName))
    if (defined.fault) return defined.fault
    const found = ended(evaluate("typeof query === 'function' ? query : undefined", 'find.js'))
    if (found.fault) return found.fault
    if (context.typeof(found.value) !== 'function') return fault('noQuery')
    const given = ended(context.callFunction(give!, context.undefined))
    if (given.fault) return given.fault
    const answered = ended(context.callFunction(found.value, context.undefined, given.value))
    if (answered.fault) return answered.fault
    const written = ended(context.callFunction(stringify!, context.undefined, answered.value))
    if (written.fault) return written.fault
    return textOf(context, written.value, keep)
  } finally {
    for (const handle of held.reverse()) if (handle.alive) handle.dispose()
  }
}

function textOf(context: QuickJSContext, handle: QuickJSHandle, keep: (of: QuickJSHandle) => QuickJSHandle) {
  if (context.typeof(handle) !== 'string') return fault('shape')
  const length = context.getNumber(keep(context.getProp(handle, 'length')))
  return length > budget.answerLength ? fault('shape') : context.getString(handle)
}

const maxMessage = 300

/** What was thrown. Its fields may be anything: only short texts are read, and a getter that throws says nothing. */
function thrown(
  context: QuickJSContext,
  error: QuickJSHandle,
  keep: (of: QuickJSHandle) => QuickJSHandle,
): ScriptFault {
  const field = (name: string): string => {
    if (context.typeof(error) !== 'object') return ''
    try {
      const value = keep(context.getProp(error, name))
      if (context.typeof(value) !== 'string') return ''
      const length = context.getNumber(keep(context.getProp(value, 'length')))
      return length > budget.answerLength / 100 ? '' : context.getString(value)
    } catch (unreadable) {
      return unreadable instanceof Error ? '' : String(unreadable)
    }
  }
  const [name, stack] = [field('name'), field('stack')]
  const isText = context.typeof(error) === 'string'
  const message = (isText ? textOf(context, error, keep) : field('message')) || ''
  const [, line] = /script\.js:(\d{1,6})/.exec(stack) ?? []
  return {
    kind: kindOf(name, typeof message === 'string' ? message : ''),
    message: (typeof message === 'string' ? message : '').slice(0, maxMessage),
    line: line ? Number(line) : null,
  }
}

function kindOf(name: string, message: string): ScriptFault['kind'] {
  if (name === 'SyntaxError') return 'syntax'
  if (/stack overflow|call stack/i.test(message)) return 'depth'
  return /out of memory/i.test(message) ? 'memory' : 'thrown'
}
