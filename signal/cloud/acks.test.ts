import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { againEveryMs, createAcks } from './acks.ts'

const epoch = '0123456789abcdef'
const place = (seq: number, sn = 'A') => ({ gatewayId: 1, sn, epoch, lane: 1 as const, seq })

let mark = 0
const sent: [sn: string, seq: number, again: boolean][] = []
const lost = vi.fn()
let acks: ReturnType<typeof createAcks>
beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  mark = 5
  acks = createAcks({
    mark: () => mark,
    send: async (sn, ack) => void sent.push([sn, ack.seq, ack.again ?? false]),
    onLost: lost,
  })
})
afterEach(() => void vi.useRealTimers())

test('each commit is acknowledged once', () => {
  acks.landed(place(6), 'taken')
  expect(sent).toEqual([])
  acks.committed(place(6))
  expect(sent).toEqual([['A', 6, false]])
})

test('repeated messages are acknowledged up to the last commit, once for all read together', () => {
  for (const seq of [3, 4, 5]) acks.landed(place(seq), 'known')
  acks.landed(place(2, 'B'), 'known')
  expect(sent).toEqual([])
  vi.runAllTimers()
  expect(sent).toEqual([
    ['A', 5, false],
    ['B', 5, false],
  ])
  mark = 0
  acks.landed(place(1), 'known')
  vi.runAllTimers()
  expect(sent).toHaveLength(2)
})

test('a gateway that is ahead is rewound, at most twice a second', () => {
  for (const seq of [8, 9, 10]) acks.landed(place(seq), 'ahead')
  acks.landed(place(8, 'B'), 'ahead')
  expect(sent).toEqual([
    ['A', 5, true],
    ['B', 5, true],
  ])
  vi.advanceTimersByTime(againEveryMs)
  expect(sent).toEqual([
    ['A', 5, true],
    ['B', 5, true],
    ['A', 5, true],
  ])
})

test('a gateway that went back meanwhile is not rewound again', () => {
  for (const seq of [8, 9]) acks.landed(place(seq), 'ahead')
  acks.landed(place(6), 'taken')
  vi.advanceTimersByTime(againEveryMs * 3)
  expect(sent).toEqual([['A', 5, true]])
})

test('a full historian sends no acknowledgement', () => {
  acks.landed(place(6), 'full')
  vi.runAllTimers()
  expect(sent).toEqual([])
})

test('an acknowledgement that the broker rejects has no other effect', async () => {
  const failing = createAcks({ mark: () => 0, send: () => Promise.reject(new Error('away')), onLost: lost })
  failing.committed(place(6))
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), { timeout: 20_000 })
})

test('progress in one lane does not hide a gap in the other', () => {
  acks.landed({ ...place(8), lane: 0 }, 'ahead')
  acks.landed(place(8), 'ahead')
  acks.landed({ ...place(6), lane: 0 }, 'taken')
  expect(sent).toEqual([
    ['A', 5, true],
    ['A', 5, true],
  ])
})
