import { beforeEach, describe, expect, it } from 'vitest'
import type { PlainCode } from '../../../contract/errors.ts'
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { checkDriver, isOfBlocks } from '../../../drivers/check-driver.ts'
import { DriverFault } from '../../../drivers/driver.ts'
import { plantPace } from '../schedule.ts'
import { createValues, type Values } from '../values.ts'
import type { Unit } from './task.ts'
import { createUnit, faultAll, nextTask, onFault, onRead, readyAt } from './unit.ts'

let values: Values
beforeEach(() => {
  values = createValues()
})

function unitOf(addresses: string[], params: object = {}, periods: readonly (number | undefined)[] = []): Unit {
  const signals = addresses.map((address, index) => {
    const periodMs = periods[index]
    return { id: index + 1, address, dataType: 'uint16', access: 'r', ...(periodMs && { periodMs }) } as const
  })
  const timing = { host: 'plc', collectMs: 1000, retries: 1, ...params }
  const checked = checkDriver({ id: 1, type: 'modbus-tcp', params: timing, signals })
  if (!('about' in checked && isOfBlocks(checked))) throw new Error(JSON.stringify(checked))
  return createUnit(checked, 0)
}
const fault = (unit: Unit, index: number, code: PlainCode, now: number) =>
  onFault(unit.tasks[index]!, new DriverFault(code, 'fault'), {
    now,
    values,
    pace: plantPace,
    random: () => 1,
    silentUnits: 1,
  })
const codes = (ids: number[]) => ids.map((id) => values.get(id)?.code)

describe('a unit', () => {
  it('is due immediately, then by its fixed schedule', () => {
    const unit = unitOf(['H:0'])
    const [task] = unit.tasks
    expect(readyAt(task!)).toBe(0)
    onRead(task!, Uint8Array.of(0, 7), 130, values)
    expect(readyAt(task!)).toBe(1000)
    onRead(task!, Uint8Array.of(0, 7), 3500, values)
    expect(readyAt(task!)).toBe(4000)
    expect(values.get(1)).toEqual({ value: 7, code: 200, at: 3500 })
  })

  it.each<[string, string, number[], number]>([
    ['int16', '0x8000', [0x80, 0], 1739],
    ['int16', '0x8000', [0x80, 1], 200],
    ['uint16', '65535', [0xff, 0xff], 1739],
    ['int32', '0x80000000', [0x80, 0, 0, 0], 1739],
    ['uint32', '0xFFFFFFFF, 0', [0, 0, 0, 0], 1739],
    ['float32', 'NaN', [0x7f, 0xc0, 0, 0], 1739],
    ['float32', '0x8000', [0x7f, 0xc0, 0, 0], 1740],
    ['bcd16', '0xFFFF', [0xff, 0xff], 1739],
  ])('for %s with the no-value codes %s turns registers %j into code %i', (dataType, noValue, bytes, code) => {
    const signal = { id: 1, address: 'H:0', dataType, access: 'r', noValue, scale: 2, offset: 7 } as GatewaySignal
    const checked = checkDriver({ id: 1, type: 'modbus-tcp', params: { host: 'plc' }, signals: [signal] })
    if (!('about' in checked && isOfBlocks(checked))) throw new Error(JSON.stringify(checked))
    const unit = createUnit(checked, 0)
    onRead(unit.tasks[0]!, Uint8Array.from(bytes), 10, values)
    expect(values.get(1)?.code).toBe(code)
    if (code !== 200) expect(values.get(1)?.value).toBeNull()
  })

  it('plans each period separately, and reads no block more often than requested', () => {
    const unit = unitOf(['H:0', 'H:1', 'H:2', 'H:3'], {}, [undefined, 60_000, 1000, 200])
    const shape = unit.tasks.map(({ block, periodMs }) => [periodMs, block.points.map(({ point }) => point.id)])
    expect(shape).toEqual([
      [1000, [1, 3]],
      [60_000, [2]],
      [200, [4]],
    ])
    const reads = new Map(unit.tasks.map(({ periodMs }) => [periodMs, 0]))
    for (let now = 0; now < 120_000; ) {
      const task = nextTask([unit], now)!
      if (readyAt(task) > now) now = readyAt(task)
      else {
        now += 20
        onRead(task, new Uint8Array(task.block.count * 2), now, values)
        reads.set(task.periodMs, reads.get(task.periodMs)! + 1)
      }
    }
    expect([...reads]).toEqual([
      [1000, 120],
      [60_000, 2],
      [200, 600],
    ])
  })

  it('lets fifty rarely read blocks delay a frequently read one by one request at most', () => {
    const seldom = Array.from({ length: 50 }, (_, index) => `H:${1000 + index * 100}`)
    const unit = unitOf(['H:0', ...seldom], {}, [100, ...seldom.map(() => 60_000)])
    const often = unit.tasks.find(({ periodMs }) => periodMs === 100)!
    const late: number[] = []
    for (let now = 0; now < 5000; ) {
      const task = nextTask([unit], now)!
      if (readyAt(task) > now) now = readyAt(task)
      else {
        if (task === often) late.push(now - task.dueAt)
        now += 30
        onRead(task, new Uint8Array(task.block.count * 2), now, values)
      }
    }
    expect(Math.max(...late)).toBeLessThanOrEqual(30)
    expect(late.length).toBe(50)
    expect(values.goodCount()).toBe(51)
  })

  it('retries immediately as often as configured before it marks anything', () => {
    const unit = unitOf(['H:0', 'H:500'], { retries: 2 })
    fault(unit, 0, 1712, 10)
    fault(unit, 0, 1712, 20)
    expect([readyAt(unit.tasks[0]!), codes([1])]).toEqual([0, [undefined]])
    fault(unit, 0, 1712, 30)
    expect([readyAt(unit.tasks[0]!), codes([1, 2])]).toEqual([1000, [1712, undefined]])
  })

  it('is not silent when one block of several is', () => {
    const unit = unitOf(['H:0', 'H:500'], { retries: 0 })
    fault(unit, 0, 1714, 10)
    onRead(unit.tasks[1]!, new Uint8Array(2), 20, values)
    fault(unit, 0, 1714, 1010)
    expect(unit.pausedUntil).toBe(0)
    expect(codes([1, 2])).toEqual([1714, 200])
  })

  it('is paused ever longer when all its blocks are silent, and all its signals are marked', () => {
    const unit = unitOf(['H:0', 'H:500', 'H:900'], { retries: 0 })
    fault(unit, 0, 1714, 10)
    fault(unit, 1, 1714, 20)
    expect(codes([1, 2, 3])).toEqual([1714, 1714, 1714])
    expect(unit.pausedUntil).toBe(520)
    fault(unit, 2, 1714, 600)
    expect(unit.pausedUntil).toBe(1600)
    expect(readyAt(unit.tasks[1]!)).toBeGreaterThanOrEqual(1600)
    onRead(unit.tasks[2]!, new Uint8Array(2), 1700, values)
    expect([unit.silences, unit.pausedUntil]).toEqual([0, 0])
  })

  it('halves a block with a refused address, due when the whole block was', () => {
    const unit = unitOf(['H:0', 'H:1', 'H:2', 'H:3'])
    fault(unit, 0, 1715, 10)
    expect(unit.tasks.map(({ block: { start, count }, dueAt }) => [start, count, dueAt])).toEqual([
      [0, 2, 0],
      [2, 2, 0],
    ])
    expect(codes([1, 2, 3, 4])).toEqual([undefined, undefined, undefined, undefined])
  })

  it('marks a single refused address and retries it every few seconds', () => {
    const unit = unitOf(['H:0'])
    fault(unit, 0, 1715, 10)
    expect([codes([1]), readyAt(unit.tasks[0]!)]).toEqual([[1715], 4010])
  })

  it('is marked as a whole when its connection is lost', () => {
    faultAll(unitOf(['H:0', 'H:500']), 1722, 5, values)
    expect(codes([1, 2])).toEqual([1722, 1722])
  })
})
