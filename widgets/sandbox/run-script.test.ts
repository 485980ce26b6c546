import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { expect, test } from 'vitest'
import { runScript } from './run-script.ts'
import type { ScriptInput, Shape } from './shapes.ts'

const quickjs = await newQuickJSWASMModuleFromVariant(variant)
const input: ScriptInput = {
  ...{ from: 0, to: 1000, offset: -1, length: 1, timeUnit: 'date' },
  values: { Level: 4.5, Pump: null },
  history: { Level: [[10, 4]], ...({ constructor: [[1, 2]] } as object) },
}
const run = (script: string, shape: Shape = 'pie', now?: () => number) =>
  runScript(quickjs, { script, shape, input }, now)
/** Disables the time limit, so that tests of the other limits pass on slow machines. */
const timeless = () => 0
const item = (expression: string) =>
  run(`const query = (of) => ({ items: [{ name: String(${expression}), value: 1 }] })`)
const fine = (name: string) => ({ answer: { items: [{ name, value: 1 }] } })
const alive = () => expect(item('of.values.Level')).toEqual(fine('4.5'))

test('a script reads its span, values and history, and returns an answer', () => {
  expect(item('[of.from, of.to, of.offset, of.length, of.timeUnit]')).toEqual(fine('0,1000,-1,1,date'))
  expect(item('of.values.Pump')).toEqual(fine('null'))
  expect(item("history('Level')[0][1]")).toEqual(fine('4'))
  expect(item("history('constructor').length + history('toString').length")).toEqual(fine('1'))
})

test.each([
  ['an endless loop', 'function query() { for (;;); }', 'time'],
  ['an endless loop outside of query', 'while (true) {}', 'time'],
  ['an endless loop that is caught', 'function query() { for (;;) try { for (;;); } catch { 1 } }', 'time'],
  ['an endless getter', 'const query = () => ({ get items() { for (;;); } })', 'time'],
  ['a memory bomb', "function query() { const a = []; for (;;) a.push('x'.repeat(1e5) + a.length) }", 'memory'],
  ['one huge array', 'const query = () => new Uint8Array(1e9)', 'memory'],
  ['a recursion bomb', 'function query() { return query() + 1 }', 'depth'],
  ['an error', "function query() {\n  throw new Error('no pump')\n}", 'thrown'],
  ['a thrown getter', 'function query() { throw { get message() { throw 1 } } }', 'thrown'],
  ['wrong syntax', 'function query( {', 'syntax'],
  ['no query', 'const other = 1', 'noQuery'],
  ['a cycle', 'function query() { const a = {}; a.a = a; return a }', 'thrown'],
  ['a proxy', 'const query = () => new Proxy({}, { get: () => 1 })', 'shape'],
  ['a promise', 'const query = async () => ({ items: [] })', 'shape'],
  ['nothing', 'const query = () => undefined', 'shape'],
  ['a long text', "const query = () => ({ items: [{ name: 'x'.repeat(201), value: 1 }] })", 'shape'],
  ['a giant text', "const query = () => ({ items: [{ name: 'x'.repeat(5e6), value: 1 }] })", 'shape'],
  ['too many items', "const query = () => ({ items: Array(51).fill({ name: 'x', value: 1 }) })", 'shape'],
])('%s is a fault, and the next script runs', (_, script, kind) => {
  expect(run(script, 'pie', kind === 'time' ? undefined : timeless)).toMatchObject({ fault: { kind } })
  alive()
})

test('a fault has the line and the message of the script', () => {
  expect(run("const a = 1\nfunction query() {\n  throw new Error('no pump')\n}")).toEqual({
    fault: { kind: 'thrown', message: 'no pump', line: 3 },
  })
  expect(run('const a = 1\n)')).toMatchObject({ fault: { kind: 'syntax', line: 2 } })
})

test.each([
  'typeof fetch',
  'typeof process',
  'typeof window',
  'typeof document',
  'typeof XMLHttpRequest',
  'typeof WebSocket',
  'typeof importScripts',
  'typeof postMessage',
  'typeof require',
  'typeof setTimeout',
  'typeof input',
  "this.constructor.constructor('return typeof fetch + typeof process')().replace('undefinedundefined', 'undefined')",
  "(0, eval)('typeof postMessage')",
  "history.constructor('return typeof self')()",
  "of.constructor.constructor('return typeof globalThis.fetch')()",
])('%s is undefined', (expression) => expect(item(expression)).toEqual(fine('undefined')))

test('an import is a syntax error', () => {
  expect(run("import fs from 'node:fs'\nfunction query() {}")).toMatchObject({ fault: { kind: 'syntax' } })
  expect(run("const query = () => import('https://example.invalid/a.js')")).toMatchObject({ fault: { kind: 'shape' } })
})

test('overwriting built-ins affects neither prototypes nor later scripts', () => {
  const nasty = `JSON.stringify = () => 'x'; JSON.parse = null; Map.prototype.get = null
    Array.prototype.map = null; Object.prototype.polluted = 1
    function query() { return { items: [{ name: 'a', value: 1, __proto__: { polluted: 2 } }], ['__proto__']: {} } }`
  expect(run(nasty)).toEqual({ answer: { items: [{ name: 'a', value: 1 }] } })
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  alive()
})

test.each<[Shape, string, boolean]>([
  ['report', "{ columns: ['a', 'b'], rows: [[1, 'x'], [null, true]] }", true],
  ['report', "{ columns: ['a', 'b'], rows: [[1]] }", false],
  ['report', "{ columns: ['a'], rows: Array(1001).fill([1]) }", false],
  ['trend', "{ series: [{ name: 'a', points: [[1, 2], [3, null]] }] }", true],
  ['trend', "{ series: Array(2).fill({ name: 'a', points: Array(10001).fill([1, 2]) }) }", false],
  ['trend', "{ series: [{ name: 'a', points: [[NaN, 2]] }] }", false],
  ['bar', "{ categories: ['x'], series: [{ name: 'a', values: [NaN] }] }", true],
  ['bar', "{ categories: ['x'], series: [{ name: 'a', values: [1, 2] }] }", false],
])('%s of %s: %s', (shape, answer, isRight) =>
  expect('answer' in run(`const query = () => (${answer})`, shape)).toBe(isRight),
)
