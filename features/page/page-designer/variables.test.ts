import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Freshness } from '../../../signal/web/freshness.ts'
import { createLiveSource } from '../../../signal/web/values.ts'
import { variableSource } from './part-sources.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

test('a listener is called when a value becomes stale without a reading', () => {
  const frames = { next: () => () => undefined, painted: () => undefined, visible: () => true }
  const source = createLiveSource({ frames, now: Date.now })
  source.seed([{ id: 5, value: 4.2, code: 200, time: 0 }])
  let quality: Freshness = 'good'
  const values = { cell: () => source.subscribe(5), freshness: () => quality, texts: () => null, now: Date.now }
  const watched = variableSource([1], values).value(5)!
  const heard: string[] = []
  const leave = watched.watch(() => heard.push(watched.get().quality))
  quality = 'stale'
  vi.advanceTimersByTime(2_000)
  expect(heard.at(-1)).toBe('stale')
  leave()
  const { length } = heard
  vi.advanceTimersByTime(5_000)
  expect(heard).toHaveLength(length)
})
