import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { expect, test } from 'vitest'
import { runPress } from './run-press.ts'
import type { PressValue } from './shapes.ts'

const quickjs = await newQuickJSWASMModuleFromVariant(variant)
const good: PressValue = { value: 40, quality: 'good', code: 200, time: 7, canWrite: true }
const values = {
  Speed: good,
  Running: { ...good, value: true, canWrite: false },
  Level: { ...good, quality: 'stale' as const },
  Flow: { ...good, value: null, quality: 'bad' as const, code: 1711 },
}
const run = (press: string, now?: () => number) => runPress(quickjs, { press, values }, now)

test('a press reads, writes depending on the values, and opens a page at the end', () => {
  expect(
    run("if (read('Running').value) write('Speed', read('Speed').value + 5)\nopen(12, { pump: 'P2', nr: 3 })"),
  ).toEqual({
    acts: [
      { act: 'write', name: 'Speed', value: 45 },
      { act: 'open', pageId: 12, params: { pump: 'P2', nr: '3' } },
    ],
  })
  expect(
    run("const { last, isGood, quality, code } = read('Flow')\nwrite('Speed', [last, isGood, quality, code].join())"),
  ).toEqual({
    acts: [{ act: 'write', name: 'Speed', value: ',false,bad,1711' }],
  })
  expect(run('1')).toEqual({ acts: [] })
})

test.each([
  ['reading a stale value', "write('Speed', read('Level').value)", 'Level is not good: stale'],
  ['reading a bad value', "write('Speed', read('Flow').value)", 'Flow is not good: bad'],
  ['writing an unbound variable', "write('constructor', 1)", 'there is no variable constructor'],
  ['writing a read-only variable', "write('Running', true)", 'Running is read-only'],
  ['writing NaN', "write('Speed', NaN)", 'what is written to Speed is no value'],
  ['writing an object', "write('Speed', {})", 'what is written to Speed is no value'],
  ['an eleventh write', "for (let i = 0; i < 11; i++) write('Speed', i)", 'too many writes in one press'],
  ['a write after a page was opened', "open(1); write('Speed', 1)", 'nothing is written after a page is opened'],
  ['two pages', 'open(1); open(2)', 'one press opens one page'],
  ['opening an address', "open('javascript:alert(1)')", 'a page is opened by its number'],
])('%s ends the press, and nothing is executed', (_, press, message) =>
  expect(run(`write('Speed', 1)\n${press}`)).toMatchObject({ fault: { kind: 'thrown', message } }),
)

test.each([
  ['an endless loop', 'for (;;);', 'time'],
  ['a recursion bomb', 'const f = () => f() + 1; f()', 'depth'],
  ['wrong syntax', 'write(', 'syntax'],
  ['a text beyond bounds', "write('Speed', 'x'.repeat(1001))", 'shape'],
  ['parameters beyond bounds', "open(1, { a: 'x'.repeat(101) })", 'shape'],
  ['an unavailable function', 'fetch("https://example.org")', 'thrown'],
  ['the page', 'document.cookie', 'thrown'],
  ['a module', "import 'x'", 'syntax'],
])('%s is a fault', (_, press, kind) =>
  expect(run(press, kind === 'time' ? undefined : () => 0)).toMatchObject({ fault: { kind } }),
)

test('overwriting built-ins does not affect the run or later scripts', () => {
  const nasty = `JSON.stringify = () => '[{"act":"open","pageId":9,"params":{}}]'; Array.prototype.push = null
    Object.prototype.toJSON = () => []; Map.prototype.get = null; write('Speed', 1)`
  const result = run(nasty)
  expect(JSON.stringify(result)).not.toContain('9')
  expect(({} as { toJSON?: unknown }).toJSON).toBeUndefined()
  expect(run("write('Speed', 2)")).toEqual({ acts: [{ act: 'write', name: 'Speed', value: 2 }] })
})
