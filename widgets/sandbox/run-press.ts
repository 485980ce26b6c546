// Runs the script of a click once. The script sees the variables of its widget with their values at the press. The page
// executes its actions after the script has ended without a fault, so that a script that fails half way has no effect.
import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import { limits } from '../../contract/limits.ts'
import { evaluated, faultOf, give, type Interpreter, outcomeOf, textOf, withInterpreter } from './interpreter.ts'
import { type PressResult, type PressRun, pressActs, type ScriptFault } from './shapes.ts'

/** Evaluated before the script; has its own references to built-ins, because the script may overwrite them. */
const prelude = `(() => {
  const { parse, stringify } = JSON
  const { isFinite, isInteger } = Number
  const { freeze, entries } = Object
  const text = String
  const given = parse(input)
  delete globalThis.input
  const values = new Map(entries(given.values))
  const find = Map.prototype.get.bind(values)
  const acts = []
  let opened = false
  const known = (name) => {
    const found = find(text(name))
    if (!found) throw new ReferenceError('there is no variable ' + text(name))
    return found
  }
  const add = (act) => {
    acts[acts.length] = act
  }
  globalThis.read = (name) => {
    const { value, quality, code, time } = known(name)
    return freeze({
      quality,
      code,
      time,
      isGood: quality === 'good',
      last: value,
      get value() {
        if (quality !== 'good') throw new Error(text(name) + ' is not good: ' + quality)
        return value
      },
    })
  }
  globalThis.write = (name, value) => {
    if (!known(name).canWrite) throw new TypeError(text(name) + ' is read-only')
    const isValue = typeof value === 'number' ? isFinite(value) : typeof value === 'boolean' || typeof value === 'string'
    if (!isValue) throw new TypeError('what is written to ' + text(name) + ' is no value')
    if (opened) throw new RangeError('nothing is written after a page is opened')
    if (acts.length >= given.maxWrites) throw new RangeError('too many writes in one press')
    add({ act: 'write', name: text(name), value })
  }
  globalThis.open = (pageId, params = {}) => {
    if (!isInteger(pageId) || pageId <= 0) throw new TypeError('a page is opened by its number')
    if (opened) throw new RangeError('one press opens one page')
    opened = true
    const filled = {}
    for (const [key, value] of entries(params)) filled[key] = text(value)
    add({ act: 'open', pageId, params: filled })
  }
  return () => stringify(acts)
})()`

export function runPress(quickjs: QuickJSWASMModule, run: PressRun, now: () => number = Date.now): PressResult {
  const text = withInterpreter(quickjs, now, (of) => actsOf(of, run))
  if (typeof text !== 'string') return { fault: text }
  const read = pressActs.safeParse(JSON.parse(text))
  return read.success ? { acts: read.data } : { fault: faultOf('shape', read.error.issues[0]?.message) }
}

function actsOf(of: Interpreter, { press, values }: PressRun): string | ScriptFault {
  const { context } = of
  give(of, { values, maxWrites: limits.pressWrites })
  const begun = evaluated(of, prelude, 'prelude.js')
  if (begun.fault) return begun.fault
  const run = evaluated(of, press)
  if (run.fault) return run.fault
  const told = outcomeOf(of, context.callFunction(begun.value, context.undefined))
  return told.fault ?? textOf(of, told.value)
}
