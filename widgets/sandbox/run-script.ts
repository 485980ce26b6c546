// Runs a script once that returns the data of its widget. The result is validated.
import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import { evaluated, faultOf, give, type Interpreter, outcomeOf, textOf, withInterpreter } from './interpreter.ts'
import { type ScriptFault, type ScriptResult, type ScriptRun, shapes } from './shapes.ts'

/** Evaluated before the script; has its own references to built-ins, because the script may overwrite them. */
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
  const text = withInterpreter(quickjs, now, (of) => answerOf(of, run))
  if (typeof text !== 'string') return { fault: text }
  const read = shapes[run.shape].safeParse(JSON.parse(text))
  if (read.success) return { answer: read.data }
  const issue = read.error.issues[0]
  return { fault: faultOf('shape', issue ? `${issue.path.join('.')} ${issue.message}`.trim() : '') }
}

/** The answer as JSON, or the fault. */
function answerOf(of: Interpreter, { script, input }: ScriptRun): string | ScriptFault {
  const { context, keep } = of
  give(of, input)
  const begun = evaluated(of, prelude, 'prelude.js')
  if (begun.fault) return begun.fault
  const [given, stringify] = [0, 1].map((index) => keep(context.getProp(begun.value, index)))
  const defined = evaluated(of, script)
  if (defined.fault) return defined.fault
  const found = evaluated(of, "typeof query === 'function' ? query : undefined", 'find.js')
  if (found.fault) return found.fault
  if (context.typeof(found.value) !== 'function') return faultOf('noQuery')
  const handed = outcomeOf(of, context.callFunction(given!, context.undefined))
  if (handed.fault) return handed.fault
  const answered = outcomeOf(of, context.callFunction(found.value, context.undefined, handed.value))
  if (answered.fault) return answered.fault
  const written = outcomeOf(of, context.callFunction(stringify!, context.undefined, answered.value))
  return written.fault ?? textOf(of, written.value)
}
