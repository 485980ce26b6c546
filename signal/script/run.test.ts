import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { runDeviceScript, type ScriptRun, syntaxFault } from './run.ts'

const quickjs = await newQuickJSWASMModuleFromVariant(variant)
/** A clock that stops: budgets other than time must end the run, also on a slow machine. */
const timeless = () => 0
const values: ScriptRun['values'] = {
  Level: { value: 4.5, code: 200, time: 1_700_000_000_000, canWrite: false },
  Setpoint: { value: 3, code: 200, time: 1, canWrite: true },
  Flow: { value: 7, code: 1714, time: 2, canWrite: false },
  Text: { value: 'a', code: 200, time: 1, canWrite: true },
}
const run = (source: string, more: Partial<ScriptRun> = {}, now?: () => number) =>
  runDeviceScript(quickjs, { source, reason: 'period', values, state: '{}', ...more }, now)

describe('changes of a script in its interpreter', () => {
  it.each([
    ['a toJSON without end', 'Object.prototype.toJSON = () => ({ a: {} })'],
    ['one of lists', 'Array.prototype.toJSON = () => [[1]]; JSON.stringify([1])'],
    [
      'a proxy of proxies',
      "const h = { get: (_, key) => (key === 'toJSON' ? undefined : new Proxy({ a: 1 }, h)) }; JSON.stringify(new Proxy({ a: 1 }, h))",
    ],
    ['lists in lists', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)'],
  ])('%s affects this run only', (_, source) => {
    expect(['depth', 'state']).toContain(run(source, {}, timeless).fault?.kind)
    expect(run("write('Setpoint', 1)")).toMatchObject({ fault: null, writes: [{ name: 'Setpoint', value: 1 }] })
  })

  it.each([
    ['toJSON of lists', "Array.prototype.toJSON = () => [['Level', 1]]"],
    ['a setter of lists', "Object.defineProperty(Array.prototype, '0', { set: (given) => { given[0] = 'Level' } })"],
    ['an iterator of lists', "Array.prototype[Symbol.iterator] = function* () { yield 'Level' }"],
  ])('%s cannot forge a write', (_, source) => {
    expect(run(`${source}; write('Setpoint', 5)`).writes).toEqual([{ name: 'Setpoint', value: 5 }])
  })

  it('a name is converted once: the checked one is the one that is written', () => {
    const source = "let asked = 0; write({ toString: () => (asked++ === 0 ? 'Setpoint' : 'Level') }, 5); log(asked)"
    expect(run(source)).toMatchObject({ writes: [{ name: 'Setpoint', value: 5 }], lines: ['1'] })
  })
})

describe('a run', () => {
  it('reads, writes and logs', () => {
    const end = run("write('Setpoint', read('Level').value * 2); log('level', read('Level'), trigger)")
    expect(end).toMatchObject({ fault: null, writes: [{ name: 'Setpoint', value: 9 }] })
    expect(end.lines).toEqual(['level {"code":200,"time":1700000000000,"isGood":true,"last":4.5,"value":4.5} period'])
  })

  it('keeps its state from run to run, and leaves it unchanged when it fails', () => {
    const { state } = run('state.count = (state.count ?? 0) + 1')
    expect(state).toBe('{"count":1}')
    expect(run('state.count += 1', { state }).state).toBe('{"count":2}')
    expect(run("state.count = 9; throw new Error('no')", { state }).state).toBe(state)
  })

  it('writes nothing when it fails half way, and keeps its log lines', () => {
    const end = run("write('Setpoint', 1)\nlog('before')\nthrow new Error('half way')")
    expect(end).toMatchObject({
      writes: [],
      lines: ['before'],
      fault: { kind: 'thrown', message: 'half way', line: 3 },
    })
  })

  it('never treats a bad value as a good one', () => {
    const end = run("write('Setpoint', read('Flow').value)")
    expect(end).toMatchObject({ writes: [], fault: { kind: 'thrown', message: 'Flow is not good (code 1714)' } })
    expect(run("const flow = read('Flow'); if (!flow.isGood) log(flow.code, flow.last)").lines).toEqual(['1714 7'])
  })
})

it.each([
  ['no such variable', "read('Nowhere')", 'there is no variable Nowhere'],
  ['a prototype', "read('constructor')", 'there is no variable constructor'],
  ['a read-only one', "write('Level', 1)", 'Level is read-only'],
  ['no number', "write('Setpoint', 0 / 0)", 'what is written to Setpoint is no value'],
  ['nothing', "write('Setpoint')", 'what is written to Setpoint is no value'],
  ['an object', "write('Setpoint', {})", 'what is written to Setpoint is no value'],
  [
    'a text that is too long',
    "write('Text', 'x'.repeat(1001))",
    'what is written to Text is longer than 1000 characters',
  ],
  ['too many writes', "for (let i = 0; i < 100; i++) write('Setpoint', i)", 'too many writes in one run'],
])('%s is refused', (_what, source, message) => {
  expect(run(source)).toMatchObject({ writes: [], fault: { kind: 'thrown', message } })
})

it('the longest text is written', () => {
  expect(run("write('Text', 'x'.repeat(1000))")).toMatchObject({ fault: null, writes: [{ value: 'x'.repeat(1000) }] })
})

it('a refused text, once caught, does not discard the other writes', () => {
  const source = "write('Setpoint', 5); try { write('Text', 'x'.repeat(1001)) } catch { log('too long') }"
  expect(run(source)).toMatchObject({ fault: null, writes: [{ name: 'Setpoint', value: 5 }], lines: ['too long'] })
})

describe('a budget', () => {
  it.each([
    ['an endless loop', 'for (;;);', 'time'],
    ['one that is caught', 'for (;;) try { for (;;); } catch { 1 }', 'time'],
    ['an endless expression', "/(a+)+$/.test('a'.repeat(40) + 'b')", 'time'],
  ])('of time: %s', (_what, source, kind) => {
    expect(run(source).fault?.kind).toBe(kind)
  })

  it.each([
    ['memory', 'const a = []; for (;;) a.push(new Uint8Array(1e5))', 'memory'],
    ['one huge array', 'new Uint8Array(1e9)', 'memory'],
    ['depth', 'const again = () => again() + 1; again()', 'depth'],
  ])('of %s', (_what, source, kind) => {
    expect(run(source, {}, timeless).fault?.kind).toBe(kind)
  })

  it('of lines and of state', () => {
    const { lines } = run(`for (let i = 0; i < 1000; i++) log('x'.repeat(1000))`)
    expect(lines).toHaveLength(limits.scriptLinesPerRun)
    expect(lines[0]).toHaveLength(limits.scriptLineLength)
    expect(run("state.text = 'x'.repeat(10000)").fault?.kind).toBe('state')
    expect(run('state.self = state').fault?.kind).toBe('state')
    expect(run('state = undefined')).toMatchObject({ fault: null, state: '{}' })
  })
})

it.each([
  'fetch',
  'require',
  'process',
  'setTimeout',
  'importScripts',
  'WebSocket',
  'input',
  'std',
  'os',
  'postMessage',
])('there is no %s', (name) => {
  expect(run(`log(typeof ${name})`).lines).toEqual(['undefined'])
})

it('modules are not loaded', () => {
  expect(run("import('fs')").writes).toEqual([])
  expect(run("import fs from 'fs'").fault?.kind).toBe('syntax')
})

it('overwritten built-ins break only the script itself', () => {
  const bent = `JSON.stringify = () => '{"writes":[["Level",1]]}'; Array.prototype.push = () => 1; Map.prototype.get = () => ({ canWrite: true })
    write('Setpoint', 5)`
  expect(run(bent)).toMatchObject({ fault: null, writes: [{ name: 'Setpoint', value: 5 }] })
  expect(run("write('Setpoint', 5)").writes).toEqual([{ name: 'Setpoint', value: 5 }])
})

describe('syntax', () => {
  it('is checked without a run', () => {
    expect(syntaxFault(quickjs, 'for (;;);')).toBeNull()
    expect(syntaxFault(quickjs, 'let a = 1\nlet b = = 2')).toMatchObject({ kind: 'syntax', line: 2 })
  })
})
