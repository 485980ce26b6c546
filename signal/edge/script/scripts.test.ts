// When scripts run on a gateway, and the effect of their writes; with the real interpreter, without its thread.
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoundConfig, GatewayScript } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { runDeviceScript, type ScriptEnd, type ScriptRun } from '../../script/run.ts'
import { type Ending, failure } from '../poll/write.ts'
import { createValues, type Values } from '../values.ts'
import { Scripts } from './scripts.ts'

const quickjs = await newQuickJSWASMModuleFromVariant(variant)
const names = { Level: 1, Flow: 2, Setpoint: 3, Pulse: 4 }
const access = { 1: 'r', 2: 'r', 3: 'rw', 4: 'w' } as const

let values: Values
let scripts: Scripts
let writes: [number, unknown][]
let answer: (id: number) => Ending
let mayRun: boolean
let runs: ScriptRun[]
let suspects: (boolean | undefined)[]
let clock: number
let run: (asked: ScriptRun) => Promise<ScriptEnd>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  clock = 1000
  values = createValues()
  writes = []
  runs = []
  suspects = []
  mayRun = true
  answer = () => ({ status: 'success', code: 200 })
  // The clock is fixed, so that a slow machine does not end runs.
  run = async (asked) => runDeviceScript(quickjs, asked, () => clock)
  scripts = new Scripts({
    values,
    now: () => clock,
    platform: (moment) => 1_700_000_000_000 + moment,
    access: (id) => access[id as 1],
    async write(id, value) {
      writes.push([id, value])
      return answer(id)
    },
    mayRun: () => mayRun,
    runner: {
      run(asked, isSuspect) {
        runs.push(asked)
        suspects.push(isSuspect)
        return run(asked)
      },
      stop: async () => undefined,
    },
  })
})
afterEach(async () => {
  await scripts.stop()
  // Nothing starts any more. Timers are not counted, since other files in this process may have left some.
  const [ran, wrote] = [runs.length, writes.length]
  await pass(1000)
  expect([runs.length, writes.length]).toEqual([ran, wrote])
  vi.useRealTimers()
})

const bound = (...list: Partial<GatewayScript>[]) =>
  ({
    equipmentId: 1,
    bindingId: 1,
    hash: '',
    config: { zone: 'UTC', drivers: [], scripts: list.map((each, i) => ({ id: i + 1, source: '', names, ...each })) },
  }) as BoundConfig

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    clock += 50
    await vi.advanceTimersByTimeAsync(50)
  }
}
const lines = () => scripts.news()?.lines.map(({ kind, text }) => `${kind} ${text}`)

describe('a script runs', () => {
  it('every period, and sees the current values of its variables', async () => {
    values.put(1, 5, clock)
    values.fault(2, 1714, clock)
    scripts.apply(bound({ source: "write('Setpoint', read('Level').value + 1); log(read('Flow').code)", everyMs: 500 }))
    await pass(1600)
    expect(runs).toHaveLength(3)
    expect(writes).toEqual([
      [3, 6],
      [3, 6],
      [3, 6],
    ])
    expect(lines()?.slice(0, 2)).toEqual(['log 1714', 'write Setpoint = 6'])
  })

  it('when a value or its quality changes, not at its first reading, and never misses the last change', async () => {
    scripts.apply(bound({ source: "write('Setpoint', read('Level').value)", onChange: [1] }))
    values.put(1, 1, clock)
    await pass(100)
    expect(runs).toHaveLength(0)
    values.put(2, 7, clock)
    values.put(1, 1, clock)
    await pass(100)
    expect(runs).toHaveLength(0)
    values.put(1, 2, clock)
    values.put(1, 3, clock)
    values.put(1, 4, clock)
    await pass(1000)
    expect(writes.at(-1)).toEqual([3, 4])
    expect(runs.length).toBeLessThanOrEqual(2)
    values.fault(1, 1714, clock)
    await pass(200)
    expect(scripts.news()?.scripts[0]?.fault).toMatchObject({ kind: 'thrown' })
  })

  it.each(['time', 'lost'] as const)(
    'at the start again if a busy box cut it short by %s, and then once',
    async (kind) => {
      const [whole, cuts] = [run, [true, true]]
      run = async (asked) => {
        if (!cuts.pop()) return whole(asked)
        return { fault: { kind, message: '', line: null }, writes: [], lines: [], state: '{}', tookMs: 0 }
      }
      scripts.apply(bound({ source: "write('Pulse', 1)", atStart: true, names: { Pulse: 4 } }))
      await pass(20_000)
      expect([runs.length, writes]).toEqual([3, [[4, 1]]])
    },
  )

  it('at the start three times at most if it is always cut short, and once if it fails otherwise', async () => {
    scripts.apply(bound({ source: 'for (;;);', atStart: true, names: { Pulse: 4 } }))
    run = async () => ({
      ...{ fault: { kind: 'time' as const, message: '', line: null }, writes: [] },
      ...{ lines: [], state: '{}', tookMs: 0 },
    })
    await pass(200_000)
    expect(runs).toHaveLength(3)
    runs.length = 0
    run = async (asked) => runDeviceScript(quickjs, asked, () => clock)
    scripts.apply(bound({ source: 'nothing()', atStart: true, names: { Pulse: 4 } }))
    await pass(20_000)
    expect(runs).toHaveLength(1)
  })

  it('once at the start, when all its variables were read', async () => {
    scripts.apply(bound({ source: "write('Pulse', 1)", atStart: true, names: { Level: 1, Pulse: 4 } }))
    await pass(1000)
    expect(runs).toHaveLength(0)
    values.put(1, 1, clock)
    await pass(5000)
    expect(writes).toEqual([[4, 1]])
  })

  it('once at the start even if a variable cannot be read', async () => {
    scripts.apply(bound({ source: "write('Pulse', 1)", atStart: true }))
    await pass(20_000)
    expect(writes).toEqual([[4, 1]])
  })

  it('with the state of its last run, also under a new configuration', async () => {
    const source = 'state.n = (state.n ?? 0) + 1; log(state.n)'
    scripts.apply(bound({ source, everyMs: 200 }))
    await pass(400)
    scripts.apply(bound({ source: `${source} `, everyMs: 200 }))
    await pass(200)
    expect(lines()).toEqual(['log 1', 'log 2', 'log 3'])
  })
})

describe('a script does not run', () => {
  it('twice at the same time; skipped runs are counted', async () => {
    let end: (_: ScriptEnd) => void = () => undefined
    run = (asked) =>
      new Promise((resolve) => {
        end = () => resolve({ fault: null, writes: [], lines: [], state: asked.state, tookMs: 1 })
      })
    scripts.apply(bound({ everyMs: 200 }))
    await pass(1000)
    expect(runs).toHaveLength(1)
    expect(scripts.news()?.scripts[0]).toMatchObject({ runs: 1, skipped: 4 })
    end({} as ScriptEnd)
  })

  it('while a remote download is open, or the box sleeps', async () => {
    scripts.apply(bound({ source: "write('Setpoint', 1)", everyMs: 200 }))
    mayRun = false
    await pass(600)
    mayRun = true
    scripts.pause()
    await pass(600)
    expect(writes).toEqual([])
    scripts.resume()
    await pass(200)
    expect(writes).toHaveLength(1)
  })

  it('for a while after it exceeded its budget three times in a row', async () => {
    run = async ({ state }) => ({
      ...{ fault: { kind: 'time', message: '', line: null }, writes: [], lines: [], state, tookMs: 250 },
    })
    scripts.apply(bound({ everyMs: 200 }))
    await pass(2000)
    expect(runs).toHaveLength(limits.scriptExcesses)
    const news = scripts.news()
    expect(news?.scripts[0]).toMatchObject({ isPaused: true, faults: 3, fault: { kind: 'time' } })
    expect(news?.lines.at(-1)?.text).toBe('paused for 60 s: it broke its budget repeatedly')
    await pass(limits.scriptPauseMs)
    expect(runs).toHaveLength(limits.scriptExcesses + 1)
  })

  it('for twice as long each time that it exceeds its budget again, until it meets it', async () => {
    const broken = async ({ state }: { state: string }) => ({
      ...{ fault: { kind: 'memory' as const, message: '', line: null }, writes: [], lines: [], state, tookMs: 250 },
    })
    run = broken
    scripts.apply(bound({ everyMs: 200 }))
    await pass(2000)
    const counts: number[] = []
    for (let time = 0; time < 7; time++) {
      await pass(limits.scriptPauseMs)
      counts.push(runs.length - limits.scriptExcesses)
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 2, 3])
    run = async ({ state }) => ({ fault: null, writes: [], lines: [], state, tookMs: 1 })
    await pass(limits.scriptPauseMs * 9)
    expect(scripts.news()?.scripts[0]).toMatchObject({ isPaused: false })
    run = broken
    await pass(2000)
    await pass(limits.scriptPauseMs)
    expect(scripts.news()?.scripts[0]).toMatchObject({ isPaused: true })
  })
})

describe('a script that exceeded its budget', () => {
  const end = { writes: [], lines: [], state: '{}', tookMs: 250 }

  it.each(['memory', 'time', 'depth', 'lost'] as const)(
    'by %s runs apart from the others after its first excess, until it meets its budget',
    async (kind) => {
      let isBomb = true
      run = async () => ({ ...end, fault: isBomb ? { kind, message: '', line: null } : null })
      scripts.apply(bound({ everyMs: 200 }))
      await pass(400)
      expect(suspects).toEqual([false, true])
      isBomb = false
      await pass(400)
      expect(suspects).toEqual([false, true, true, false])
    },
  )

  it('runs apart also after its pause', async () => {
    run = async () => ({ ...end, fault: { kind: 'memory', message: '', line: null } })
    scripts.apply(bound({ everyMs: 200 }))
    await pass(2000 + limits.scriptPauseMs)
    expect(suspects).toEqual([false, true, true, true])
  })

  it('moves no other script of its device', async () => {
    run = async ({ source }) => ({ ...end, fault: source ? { kind: 'memory', message: '', line: null } : null })
    scripts.apply(bound({ source: 'bomb', everyMs: 200 }, { everyMs: 200 }))
    await pass(600)
    expect(runs.flatMap(({ source }, at) => (source ? [] : [suspects[at]]))).toEqual([false, false, false])
  })

  it('stays with the others after a fault that costs no budget', async () => {
    run = async () => ({ ...end, fault: { kind: 'thrown', message: '', line: 1 } })
    scripts.apply(bound({ everyMs: 200 }))
    await pass(600)
    expect(suspects).toEqual([false, false, false])
  })
})

describe('a write of a script', () => {
  it('is reported as refused with the reason, and counted', async () => {
    answer = () => failure(2001, { min: 0, max: 10 })
    scripts.apply(bound({ source: "write('Setpoint', 99)", everyMs: 200 }))
    await pass(200)
    expect(scripts.news()).toMatchObject({
      scripts: [{ writes: 1, faults: 1 }],
      lines: [{ kind: 'refused', text: expect.stringContaining('(2001)') }],
    })
  })

  it('is not executed under another configuration', async () => {
    let end: () => void = () => undefined
    run = ({ state }) =>
      new Promise((resolve) => {
        const writes = [{ name: 'Setpoint', value: 1 }]
        end = () => resolve({ fault: null, writes, lines: [], state, tookMs: 1 })
      })
    scripts.apply(bound({ everyMs: 200 }))
    await pass(200)
    scripts.apply(undefined)
    end()
    await pass(200)
    expect(writes).toEqual([])
  })

  it('is limited in rate over all scripts of the device', async () => {
    const source = "for (let i = 0; i < 20; i++) write('Setpoint', i)"
    scripts.apply(bound({ source, everyMs: 200 }, { source, everyMs: 200 }))
    await pass(2000)
    expect(writes.length).toBeLessThanOrEqual(limits.scriptWritesBurst + 2 * limits.scriptWritesPerS)
  })
})

it('log lines are limited, and dropped ones are counted', async () => {
  scripts.apply(bound({ source: "for (let i = 0; i < 50; i++) log('line', i)", everyMs: 200 }))
  await pass(4000)
  const first = scripts.news()!
  expect(first.lines).toHaveLength(limits.scriptLinesPerMessage)
  expect(first.dropped).toBeGreaterThan(500)
  expect(scripts.news()!.lines.length).toBeLessThanOrEqual(limits.scriptLinesKept - limits.scriptLinesPerMessage)
  expect(scripts.news()?.dropped).toBe(0)
})
