import { describe, expect, test, vi } from 'vitest'
import { clickOf } from '../../../widgets/host/click-event.ts'
import type { WriteEnd } from '../../../widgets/host/page-host.ts'
import { actWith } from './click-act.ts'

const data = { type: 'signal', signalId: 7, equipId: 3 }

function clicked(stored: object, current: number | null = 4) {
  const release = vi.fn()
  const ask = vi.fn(async () => 'done' as const)
  const acts = { open: vi.fn(), run: vi.fn(), ask, refuse: vi.fn(), tooSoon: vi.fn(), press: vi.fn(() => release) }
  actWith({ ...acts, now: () => 0, goodValue: () => current })(clickOf({ enable: true, ...stored })!)
  return { ...acts, release }
}

test('a page and a link are opened, a script is run', () => {
  expect(clicked({ action: 'page', pageId: 4 }).open).toHaveBeenCalledOnce()
  expect(clicked({ action: 'link', link: '/monitor/eg/list' }).open).toHaveBeenCalledOnce()
  expect(clicked({ action: 'script', script: 'open(4)' }).run).toHaveBeenCalledOnce()
})

test.each([
  [{ writeValue: '12' }, { preset: '12', isFixed: true, isUnasked: false }],
  [
    { writeValue: '12', confirm: false },
    { preset: '12', isFixed: true, isUnasked: true },
  ],
  [
    { writeType: 'input', confirm: false },
    { preset: '', isFixed: false, isUnasked: false },
  ],
  [{ writeType: 'press', pressType: 'increment' }, { preset: '5' }],
])('%j requests a write', (stored, asked) =>
  expect(clicked({ data, ...stored }).ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(asked)),
)

test('a write that depends on the current value is refused without one', () => {
  const { ask, refuse } = clicked({ data, writeType: 'press', pressType: 'toggle' }, null)
  expect([ask.mock.calls.length, refuse.mock.calls.length]).toEqual([0, 1])
})

test('a momentary key in a menu or a slide show is released immediately, never left at 1', () => {
  const { ask, press, release } = clicked({ data, writeType: 'press', pressType: 'momentary' })
  expect([ask.mock.calls.length, press.mock.calls.length, release.mock.calls.length]).toEqual([0, 1, 1])
})

describe('two writes of one widget are at least its delay apart', () => {
  const stage = (end: WriteEnd = 'done') => {
    let ms = 0
    const acts = { open: vi.fn(), run: vi.fn(), refuse: vi.fn(), tooSoon: vi.fn(), press: vi.fn(() => vi.fn()) }
    const ask = vi.fn(async () => end)
    const wait = (more: number) => {
      ms += more
    }
    const act = actWith({ ...acts, ask, now: () => ms, goodValue: () => 4 })
    return { act, ask, ...acts, wait }
  }
  const key = (more: object = {}) => clickOf({ enable: true, data, writeValue: '1', confirm: false, ...more })!

  test.each([
    ['fixed', {}],
    ['toggle', { writeType: 'press', pressType: 'toggle' }],
    ['increment', { writeType: 'press', pressType: 'increment' }],
  ])('%s: 1000 ms by default', (_, more) => {
    const { act, ask, tooSoon, wait } = stage()
    const click = key(more)
    act(click)
    wait(999)
    act(click)
    expect([ask.mock.calls.length, tooSoon.mock.calls.length]).toEqual([1, 1])
    wait(1)
    act(click)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('momentary: counted from the press, if the button was enabled', () => {
    const { act, press, tooSoon } = stage()
    const click = key({ writeType: 'press', pressType: 'momentary' })
    press.mockReturnValueOnce(undefined as never)
    act(click)
    act(click)
    act(click)
    expect([press.mock.calls.length, tooSoon.mock.calls.length]).toEqual([2, 1])
  })

  test('another widget writes at any time: stop after start', () => {
    const { act, ask } = stage()
    act(key())
    act(key({ writeValue: '0' }))
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('counted from the write that was confirmed, and not at all from one that was not', async () => {
    for (const [end, times] of [
      ['done', 1],
      ['cancelled', 2],
    ] as const) {
      const { act, ask } = stage(end)
      const click = key({ confirm: true })
      act(click)
      await ask.mock.results[0]!.value
      await Promise.resolve()
      act(click)
      expect(ask).toHaveBeenCalledTimes(times)
    }
  })

  test('a delay of 0 is none', () => {
    const { act, ask } = stage()
    const click = key({ delay: 0 })
    act(click)
    act(click)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})
