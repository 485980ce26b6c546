import { afterEach, expect, test } from 'vitest'
import { DecodeLost, DecodeThread } from './decode-thread.ts'
import { jsonBody } from './json-body.ts'

const deadlineMs = 2000
const thread = new DecodeThread({ deadlineMs, heapMb: 64 })
afterEach(() => thread.stop())

const job = (value: unknown) => ({
  name: jsonBody.name,
  input: { bytes: Buffer.from(JSON.stringify(value)), language: 'en' as const },
})

test('a late answer to an abandoned job is never returned for the next one', async () => {
  expect(await thread.run(job('warm'))).toBe('warm')
  const given = thread.run(job('of one company'))
  const next = given.catch((error: unknown) => {
    expect(error).toBeInstanceOf(DecodeLost)
    return thread.run(job('of another'))
  })
  // The answer is in the port while this thread is busy beyond the deadline: the timer fires first.
  setImmediate(() => {
    const until = performance.now() + deadlineMs + 100
    while (performance.now() < until);
  })
  expect(await next).toBe('of another')
  expect(await thread.run(job('third'))).toBe('third')
})
