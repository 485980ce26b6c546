// How the window of a lane follows the speed of acknowledgements.
import { beforeEach, describe, expect, it } from 'vitest'
import type { LanePlace } from './epochs.ts'
import { LaneWindow } from './window.ts'

const kb = 1024
const pace = { messages: 8, bytes: 64 * kb, stallMs: 10_000 }
const place: LanePlace = { epoch: 'a'.repeat(16), acked: 4, last: 100, isProven: true }
let at: number
let window: LaneWindow
const open = (from: Partial<LanePlace> = {}, bytes?: number) =>
  new LaneWindow('record', { ...place, ...from }, { pace, now: () => at, bytes })
const add = (...seqs: number[]) => {
  for (const seq of seqs) window.add({ seq, bytes: kb })
}
beforeEach(() => {
  at = 1000
  window = open()
})

describe('the window of a lane', () => {
  it('starts after the acknowledged number, or with it until the platform has answered for the epoch', () => {
    expect(window.next).toBe(5)
    expect(open({ isProven: false }).next).toBe(4)
    expect(open({ isProven: false, acked: 0 }).next).toBe(1)
  })

  it('doubles after a quick acknowledgement, up to its maximum, and halves after a slow one, down to its minimum', () => {
    let seq = 5
    const bytesAfter = (ms: number) => {
      add(seq)
      at += ms
      window.acknowledge(seq++)
      return window.bytes / kb
    }
    expect([499, 499, 1000].map(bytesAfter)).toEqual([64, 64, 64])
    expect([2001, 2001, 2001, 2001, 2001].map(bytesAfter)).toEqual([32, 16, 8, 4, 4])
  })

  it('has room for its bytes and messages, and for one message of any size', () => {
    window = open({}, 4 * kb)
    expect(window.room(true)).toEqual({ entries: 8, bytes: 4 * kb })
    add(5, 6, 7)
    expect(window.room(true)).toEqual({ entries: 5, bytes: kb })
    add(8)
    expect(window.room(true)).toBeUndefined()
    window.acknowledge(7)
    expect(window.room(true)).toEqual({ entries: 7, bytes: 7 * kb })
  })

  it('has room for a single entry until the platform has answered for the epoch', () => {
    expect(window.room(false)).toEqual({ entries: 1, bytes: 1 })
    add(5)
    expect(window.room(false)).toBeUndefined()
  })

  it('stalls without an acknowledgement, later while the broker has not confirmed a message', () => {
    at += 60_000
    expect(window.hasStalled(false)).toBe(false)
    add(5)
    at += 10_000
    expect([window.hasStalled(false), window.hasStalled(true)]).toEqual([true, false])
    window.confirm()
    expect(window.hasStalled(false)).toBe(false)
    at += 60_000
    expect(window.hasStalled(true)).toBe(true)
  })

  it('goes back to the acknowledged number with half its size, and keeps its place in another epoch', () => {
    add(5, 6)
    expect(window.oldest).toBe(5)
    window.goBack(place)
    expect([window.next, window.oldest, window.bytes / kb]).toEqual([5, undefined, 16])
    add(5, 6)
    window.goBack({ ...place, epoch: 'b'.repeat(16) })
    expect([window.next, window.oldest, window.bytes / kb]).toEqual([7, undefined, 8])
  })

  it('is busy until everything of the lane is acknowledged', () => {
    window = open({ last: 5 })
    expect(window.isBusy(5)).toBe(true)
    add(5)
    expect(window.isBusy(5)).toBe(true)
    window.acknowledge(5)
    expect(window.isBusy(5)).toBe(false)
  })

  it('goes on after a later acknowledged number than it has sent', () => {
    window.acknowledge(9)
    expect(window.next).toBe(10)
  })
})
