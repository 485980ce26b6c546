import { expect, it, vi } from 'vitest'
import type { ScriptRun } from '../../../signal/script/run.ts'
import { createTrying } from './try.ts'
import type { TryAsk } from './try-worker.ts'

const run: ScriptRun = { source: '1', reason: 'period', values: {}, state: '{"n":1}' }

function fakeWorker() {
  const made = { asked: [] as TryAsk[], terminate: vi.fn(), onmessage: null as never, onerror: null as never }
  const worker = { ...made, postMessage: (ask: TryAsk) => void worker.asked.push(ask) }
  const answer = (data: object) => (worker.onmessage as unknown as (event: object) => void)({ data })
  return { worker, answer }
}

it('returns each answer to its request', async () => {
  const { worker, answer } = fakeWorker()
  const trying = createTrying(() => worker)
  const [first, second] = [trying.check('a'), trying.check('b')]
  const fault = { kind: 'syntax', message: 'no', line: 2 }
  answer({ id: worker.asked[1]!.id, syntax: fault })
  answer({ id: 99, syntax: null })
  answer({ id: worker.asked[0]!.id, syntax: null })
  expect([await first, await second]).toEqual([null, fault])
})

it('terminates a worker that does not answer, and starts another', async () => {
  vi.useFakeTimers()
  const workers = [fakeWorker(), fakeWorker()]
  const start = vi.fn(() => workers[start.mock.calls.length - 1]!.worker)
  const trying = createTrying(start)
  const lost = trying.run(run)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await lost).toMatchObject({ fault: { kind: 'lost' }, state: '{"n":1}' })
  expect(workers[0]!.worker.terminate).toHaveBeenCalled()
  const next = trying.run(run)
  const end = { fault: null, writes: [], lines: ['x'], state: '{}', tookMs: 1 }
  workers[1]!.answer({ id: workers[1]!.worker.asked[0]!.id, end })
  expect(await next).toEqual(end)
  vi.useRealTimers()
})
