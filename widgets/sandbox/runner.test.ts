import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRunner, type SandboxWorker } from './runner.ts'
import type { ScriptRun } from './shapes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const run = (script: string): ScriptRun => ({
  ...{ script, shape: 'pie' },
  input: { from: 0, to: 1, offset: -1, length: 1, timeUnit: 'date', values: {}, history: {} },
})
const fine = { answer: { items: [] } }

function scene() {
  const workers: (SandboxWorker & { asked: { id: number; run: ScriptRun }[]; isEnded: boolean })[] = []
  const runner = createRunner(() => {
    const worker: (typeof workers)[number] = {
      ...{ asked: [], isEnded: false, onmessage: null, onerror: null },
      postMessage: (message: unknown) => void worker.asked.push(message as { id: number; run: ScriptRun }),
      terminate: () => {
        worker.isEnded = true
      },
    }
    workers.push(worker)
    return worker
  })
  const say = (worker: number, message: object) => workers[worker]!.onmessage!({ data: message } as MessageEvent)
  return { workers, runner, say }
}

test('scripts run one after the other in one worker', async () => {
  const { workers, runner, say } = scene()
  const [one, other] = [runner.run(run('1')), runner.run(run('2'))]
  expect(workers[0]!.asked.map(({ run: { script } }) => script)).toEqual(['1'])
  say(0, { id: 1, isBegun: true })
  say(0, { id: 1, result: fine })
  say(0, { id: 2, result: { fault: { kind: 'thrown', message: '', line: 1 } } })
  expect(await one).toEqual(fine)
  expect(await other).toMatchObject({ fault: { kind: 'thrown' } })
  expect([workers.length, workers[0]!.isEnded]).toEqual([1, false])
})

test('a worker that does not answer is terminated, and the next script gets a new one', async () => {
  const { workers, runner, say } = scene()
  const [one, other] = [runner.run(run('1')), runner.run(run('2'))]
  say(0, { id: 1, isBegun: true })
  vi.advanceTimersByTime(2000)
  expect(await one).toMatchObject({ fault: { kind: 'time' } })
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
  // A late answer of the terminated worker is ignored.
  say(0, { id: 2, result: { answer: { items: [{ name: 'late', value: 1 }] } } })
  say(1, { id: 2, result: fine })
  expect(await other).toEqual(fine)
})

test('a worker that cannot be loaded is a fault, and is tried again', async () => {
  const { workers, runner } = scene()
  const one = runner.run(run('1'))
  workers[0]!.onerror!({ message: 'no such file' } as ErrorEvent)
  expect(await one).toEqual({ fault: { kind: 'lost', message: 'no such file', line: null } })
  void runner.run(run('2'))
  expect(workers.length).toBe(2)
})
