import { beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId } from '../../contract/fields.ts'
import { InputPresence } from './input-presence.ts'

const [pump, well] = [1 as EquipmentId, 2 as EquipmentId]
let clock: number
let presence: InputPresence

beforeEach(() => {
  clock = 1_000_000
  presence = new InputPresence(() => clock)
})

/** Reads the stored presence: devices that are online since this time. */
function read(online: Record<number, number>): void {
  presence.beginReading()
  presence.endReading(new Map(Object.entries(online).map(([id, since]) => [Number(id), since])))
}

describe('the last reading of a device is its value now', () => {
  test('once its gateway has been online for fifteen seconds', () => {
    read({ [pump]: clock - 60_000, [well]: clock - 5000 })
    expect([presence.isSettled(pump), presence.isSettled(well)]).toEqual([true, false])
    expect(presence.settledBy(clock + 9999)).toEqual([])
    expect(presence.settledBy(clock + 10_000)).toEqual([well])
    expect(presence.isSettled(well)).toBe(true)
    expect(presence.settledBy(clock + 10_000)).toEqual([])
  })

  test('not while it is offline, nor for fifteen seconds after it returned', () => {
    read({ [pump]: clock - 60_000 })
    presence.change(pump, false, true)
    expect(presence.isSettled(pump)).toBe(false)
    presence.change(pump, true, true)
    expect(presence.isSettled(pump)).toBe(false)
    expect(presence.settledBy(clock + 15_000)).toEqual([pump])
    expect(presence.isSettled(pump)).toBe(true)
  })

  test('not while it sends a backlog', () => {
    read({ [pump]: clock - 60_000 })
    presence.backlog(pump, clock)
    expect(presence.isSettled(pump)).toBe(false)
    presence.backlog(pump, clock + 5000)
    expect(presence.settledBy(clock + 15_000)).toEqual([])
    expect(presence.settledBy(clock + 20_000)).toEqual([pump])
  })
})

describe('a change that is heard while the stored presence is read', () => {
  test('counts more than what was read', () => {
    read({ [pump]: clock - 60_000, [well]: clock - 60_000 })
    presence.beginReading()
    presence.change(pump, false, true)
    presence.endReading(new Map([[pump, clock - 60_000]]))
    expect(presence.isSettled(pump)).toBe(false)
    expect(presence.isSettled(well)).toBe(false)
  })

  test('counts for a device that has no inputs yet', () => {
    presence.beginReading()
    presence.change(pump, true, false)
    presence.endReading(new Map())
    expect(presence.isSettled(pump)).toBe(false)
    expect(presence.settledBy(clock + 15_000)).toEqual([pump])
    expect(presence.isSettled(pump)).toBe(true)
  })
})

test('a gateway that stays online keeps its settled devices when the stored presence is read again', () => {
  read({ [pump]: clock - 60_000 })
  clock += 10_000
  presence.change(pump, true, true)
  read({ [pump]: clock })
  expect(presence.isSettled(pump)).toBe(true)
})
