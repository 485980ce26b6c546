import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Link } from '../../ui/link.ts'
import { createStore } from '../../ui/store.ts'
import { createPlatformLink, type ProbeResult } from './platform-link.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const run = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A platform that answers as the test decides. */
function stage() {
  const store = createStore<Link>({ state: 'up', since: null, returns: 0 })
  const link = createPlatformLink(store, Date.now)
  const on = {
    link,
    store,
    result: 'answer' as ProbeResult,
    network: true,
    needed: true,
    asked: [] as number[],
    returns: 0,
  }
  link.onReturn(() => {
    on.returns += 1
  })
  const stop = link.start({
    probe: async () => {
      on.asked.push(Date.now() - 1_000_000)
      return on.result
    },
    isNeeded: () => on.needed,
    hasNetwork: () => on.network,
  })
  return { ...on, on, stop, state: () => store.get().state }
}

describe('while it answers', () => {
  test('sends no probe as long as messages arrive', async () => {
    const { link, on } = stage()
    for (let i = 0; i < 10; i += 1) {
      await run(5_000)
      link.heard()
    }
    expect(on.asked).toEqual([])
  })

  test('ten silent seconds trigger a probe, so that a dead connection is detected', async () => {
    const { on, state } = stage()
    await run(10_000)
    expect(on.asked).toEqual([10_000])
    on.result = 'silence'
    await run(10_000)
    expect(state()).toBe('noPlatform')
  })

  test('sends no probe while the user is signed out', async () => {
    const { on } = stage()
    on.needed = false
    await run(60_000)
    expect(on.asked).toEqual([])
  })
})

describe('a missing answer', () => {
  test('triggers a probe immediately: if it is answered, nothing is reported', async () => {
    const { link, on, state } = stage()
    link.doubt()
    await run(0)
    expect(on.asked).toEqual([0])
    expect(state()).toBe('up')
    expect(on.returns).toBe(0)
  })

  test('several together trigger one probe', async () => {
    const { link, on } = stage()
    for (let i = 0; i < 20; i += 1) link.doubt()
    await run(0)
    expect(on.asked).toHaveLength(1)
  })

  test('and an unanswered probe mean that the platform is unreachable since its last answer', async () => {
    const { link, on, store } = stage()
    on.result = 'silence'
    await run(3_000)
    link.heard()
    await run(2_000)
    link.doubt()
    await run(0)
    expect(store.get()).toMatchObject({ state: 'noPlatform', since: 1_003_000 })
  })

  test('on a computer without a network is reported as that', async () => {
    const { link, on, state } = stage()
    Object.assign(on, { result: 'silence', network: false })
    link.doubt()
    await run(0)
    expect(state()).toBe('noNetwork')
  })

  test('a probe that throws counts as unanswered', async () => {
    const store = createStore<Link>({ state: 'up', since: null, returns: 0 })
    const link = createPlatformLink(store, Date.now)
    link.start({ probe: () => Promise.reject(new Error('gone')), isNeeded: () => true, hasNetwork: () => true })
    link.doubt()
    await run(0)
    expect(store.get().state).toBe('noPlatform')
  })
})

test('a lost probe does not count while other calls are answered', async () => {
  const store = createStore<Link>({ state: 'up', since: null, returns: 0 })
  const link = createPlatformLink(store, Date.now)
  const probe = () => new Promise<ProbeResult>((resolve) => setTimeout(() => resolve('silence'), 5_000))
  link.start({ probe, isNeeded: () => true, hasNetwork: () => true })
  link.doubt()
  await run(4_000)
  link.heard()
  await run(1_000)
  expect(store.get().state).toBe('up')
})

describe('while the platform is unreachable', () => {
  test('probes are sent at growing intervals of at most ten seconds', async () => {
    const { link, on } = stage()
    on.result = 'silence'
    link.doubt()
    await run(120_000)
    const gaps = on.asked.slice(1).map((at, i) => at - on.asked[i]!)
    expect(gaps.slice(0, 4)).toEqual([1_000, 2_000, 3_000, 5_000])
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10_000)
  })

  test('its return is reported within ten seconds, once, however long it was unreachable', async () => {
    const { link, on, store } = stage()
    on.result = 'silence'
    link.doubt()
    await run(20 * 60_000)
    on.result = 'answer'
    await run(10_000)
    expect(store.get()).toEqual({ state: 'up', since: null, returns: 1 })
    expect(on.returns).toBe(1)
  })

  test('any answer reports its return', async () => {
    const { link, on, state } = stage()
    on.result = 'silence'
    link.doubt()
    await run(0)
    link.heard()
    expect(state()).toBe('up')
    expect(on.returns).toBe(1)
  })
})

describe('the database', () => {
  test('being down is reported, and calls that need no database do not hide it', async () => {
    const { link, on, state } = stage()
    on.result = 'noDatabase'
    link.heardNoDatabase()
    await run(0)
    expect(state()).toBe('noDatabase')
    link.heard()
    await run(4_000)
    expect(state()).toBe('noDatabase')
    on.result = 'answer'
    await run(10_000)
    expect(state()).toBe('up')
    expect(on.returns).toBe(1)
  })

  test('a platform that fails meanwhile is reported, with the time of the first failure', async () => {
    const { link, on, store } = stage()
    on.result = 'noDatabase'
    link.heardNoDatabase()
    await run(0)
    const { since } = store.get()
    on.result = 'silence'
    await run(1_000)
    expect(store.get()).toMatchObject({ state: 'noPlatform', since })
  })
})

test('a stopped link has no timer, and a late answer changes nothing', async () => {
  const store = createStore<Link>({ state: 'up', since: null, returns: 0 })
  const link = createPlatformLink(store, Date.now)
  let answer: (result: ProbeResult) => void = () => undefined
  const probe = () => new Promise<ProbeResult>((resolve) => (answer = resolve))
  const stop = link.start({ probe, isNeeded: () => true, hasNetwork: () => true })
  link.doubt()
  stop()
  answer('silence')
  await run(0)
  expect(store.get().state).toBe('up')
  expect(vi.getTimerCount()).toBe(0)
})
