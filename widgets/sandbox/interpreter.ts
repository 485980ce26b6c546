// An interpreter for one run of a script: no network, no access to the page, its own clock, and limits on time, memory
// and depth. Only text goes in and out. All handles are released after the run, also after an error.
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { ScriptFault } from './shapes.ts'

const budget = { timeMs: 250, memoryBytes: 16 * 1024 * 1024, stackBytes: 64 * 1024, answerLength: 4_000_000 }

const fileName = 'script.js'

export type Interpreter = {
  context: QuickJSContext
  /** Registers a handle, so that it is released at the end of the run. */
  keep: (handle: QuickJSHandle) => QuickJSHandle
}

/** Returns the answer of `act`. After the time limit the fault is `time`, whatever `act` reported. */
export function withInterpreter<T extends string>(
  quickjs: QuickJSWASMModule,
  now: () => number,
  act: (of: Interpreter) => T | ScriptFault,
): T | ScriptFault {
  const runtime = quickjs.newRuntime()
  const held: QuickJSHandle[] = []
  let isLate = false
  try {
    runtime.setMemoryLimit(budget.memoryBytes)
    runtime.setMaxStackSize(budget.stackBytes)
    const context = runtime.newContext()
    // The time limit of the script starts here.
    const until = now() + budget.timeMs
    runtime.setInterruptHandler(() => {
      isLate ||= now() > until
      return isLate
    })
    try {
      const keep = (handle: QuickJSHandle) => {
        held.push(handle)
        return handle
      }
      const answer = act({ context, keep })
      return typeof answer !== 'string' && isLate ? { ...answer, kind: 'time' } : answer
    } finally {
      for (const handle of held.reverse()) if (handle.alive) handle.dispose()
      context.dispose()
    }
  } finally {
    runtime.dispose()
  }
}

export const faultOf = (kind: ScriptFault['kind'], message = ''): ScriptFault => ({ kind, message, line: null })

type Ended = { value: QuickJSHandle; fault?: undefined } | { value?: undefined; fault: ScriptFault }

/** Registers the outcome of an evaluation or a call: its value, or its fault. */
export function outcomeOf(of: Interpreter, result: ReturnType<QuickJSContext['evalCode']>): Ended {
  return result.error ? { fault: thrown(of, of.keep(result.error)) } : { value: of.keep(result.value) }
}

/** Evaluates code as a script, never as a module, because modules can load others. */
export const evaluated = (of: Interpreter, code: string, name = fileName): Ended =>
  outcomeOf(of, of.context.evalCode(code, name, { type: 'global' }))

/** Sets the global `input` to JSON text. */
export const give = ({ context, keep }: Interpreter, input: unknown): void =>
  context.setProp(context.global, 'input', keep(context.newString(JSON.stringify(input))))

/** A text within the length limit, or a fault. */
export function textOf({ context, keep }: Interpreter, handle: QuickJSHandle): string | ScriptFault {
  if (context.typeof(handle) !== 'string') return faultOf('shape')
  const length = context.getNumber(keep(context.getProp(handle, 'length')))
  return length > budget.answerLength ? faultOf('shape') : context.getString(handle)
}

const maxMessage = 300

/**
 * The fault for a thrown value. Its fields may be anything: only short texts are read, and a getter that throws is
 * ignored.
 */
function thrown(of: Interpreter, error: QuickJSHandle): ScriptFault {
  const { context, keep } = of
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
  const message = (isText ? textOf(of, error) : field('message')) || ''
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
