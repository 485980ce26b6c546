import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errors } from './errors.ts'
import { cameraLimits } from './limits.ts'
import { createTurning, type Press } from './turning.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const made = () => {
  const said: string[] = []
  const turning = createTurning(() => undefined, Date.now)
  const pressOf = (press: string, more: Partial<Press> = {}): Press => ({
    ...{ key: 'hall', press, session: 'a', account: 'account 1' },
    start: async () => void said.push(`start ${press}`),
    stop: async () => void said.push(`stop ${press}`),
    ...more,
  })
  return { said, turning, pressOf }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a lease ends unless it is renewed', async () => {
  const { said, turning, pressOf } = made()
  await turning.press(pressOf('p'))
  for (let i = 0; i < 5; i += 1) {
    await pass(cameraLimits.cameraLeaseMs - 1)
    expect(await turning.press(pressOf('p'))).toBe(true)
  }
  expect(said).toEqual(['start p'])
  await pass(cameraLimits.cameraLeaseMs)
  expect(said).toEqual(['start p', 'stop p'])
  expect(turning.count()).toBe(0)
  expect(await turning.press(pressOf('p'))).toBe(false)
})

test("a slow provider's lease starts with its answer, and the camera stops after it if the key is up", async () => {
  const { said, turning, pressOf } = made()
  const slow = (press: string) =>
    pressOf(press, {
      start: async () => {
        await new Promise((done) => setTimeout(done, 6000))
        said.push(`start ${press}`)
      },
    })
  const first = turning.press(slow('p'))
  await pass(6000)
  expect(await first).toBe(true)
  expect(said).toEqual(['start p'])
  await pass(cameraLimits.cameraLeaseMs)
  const second = turning.press(slow('q'))
  await pass(1000)
  const released = turning.release({ key: 'hall', press: 'q', session: 'a' })
  await pass(6000)
  await released
  expect(await second).toBe(false)
  expect(said).toEqual(['start p', 'stop p', 'start q', 'stop q'])
  expect(turning.count()).toBe(0)
})

test('another session waits until the camera has stopped', async () => {
  const { turning, pressOf } = made()
  await turning.press(pressOf('p', { stop: () => new Promise((done) => setTimeout(done, 4000)) }))
  const other = () => turning.press(pressOf(`q${Math.random()}`, { session: 'b' }))
  await expect(other()).rejects.toThrow('cameraTurning')
  void turning.release({ key: 'hall', press: 'p', session: 'a' })
  await expect(other()).rejects.toThrow('cameraTurning')
  await pass(4000)
  expect(await other()).toBe(true)
})

test('no other session can renew or release a press', async () => {
  const { said, turning, pressOf } = made()
  await turning.press(pressOf('p'))
  await expect(turning.press(pressOf('p', { session: 'b' }))).rejects.toThrow('cameraTurning')
  await turning.release({ key: 'yard', press: 'other', session: 'a' })
  expect(said).toEqual(['start p'])
})

test('a refused start needs no stop; an unanswered one does', async () => {
  const { said, turning, pressOf } = made()
  const refused = errors.fail('cameraAtEnd', {}, { said: { code: '60002', msg: '' } })
  await expect(turning.press(pressOf('p', { start: () => Promise.reject(refused) }))).rejects.toBe(refused)
  await pass(1)
  expect(said).toEqual([])
  const silent = errors.fail('cameraFailed', { reason: 'timeout' })
  await expect(turning.press(pressOf('q', { start: () => Promise.reject(silent) }))).rejects.toBe(silent)
  await pass(1)
  expect(said).toEqual(['stop q'])
  expect(turning.count()).toBe(0)
})

test('a failed stop is repeated a few times', async () => {
  const { turning, pressOf } = made()
  let tries = 0
  const deaf = async () => {
    tries += 1
    throw errors.fail('cameraFailed', { reason: 'HTTP 502' })
  }
  await turning.press(pressOf('p', { stop: deaf }))
  void turning.release({ key: 'hall', press: 'p', session: 'a' })
  await pass(60_000)
  expect(tries).toBe(4)
  expect(turning.count()).toBe(0)
})

test('turning cameras are limited per account and in total', async () => {
  const { turning, pressOf } = made()
  const press = (i: number, account: string) => turning.press(pressOf(`p${i}`, { key: `cam ${i}`, account }))
  for (let i = 0; i < cameraLimits.camerasTurningOfOne; i += 1) await press(i, 'account 1')
  await expect(press(99, 'account 1')).rejects.toThrow('tooFrequent')
  for (let i = cameraLimits.camerasTurningOfOne; i < cameraLimits.camerasTurning; i += 1) await press(i, `account ${i}`)
  await expect(press(999, 'account 999')).rejects.toThrow('tooFrequent')
  await pass(cameraLimits.cameraLeaseMs)
  expect(turning.count()).toBe(0)
  expect(await press(1000, 'account 1')).toBe(true)
})

test('closing stops all, rejects new presses, and does not wait long for a silent provider', async () => {
  const { said, turning, pressOf } = made()
  await turning.press(pressOf('p'))
  await turning.press(pressOf('q', { key: 'yard', stop: () => new Promise(() => undefined) }))
  const closed = turning.close()
  await pass(10_000)
  await closed
  expect(said).toEqual(['start p', 'start q', 'stop p'])
  expect(await turning.press(pressOf('r'))).toBe(false)
})
