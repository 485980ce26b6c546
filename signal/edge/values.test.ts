import { beforeEach, describe, expect, it } from 'vitest'
import { createValues, type Values } from './values.ts'

let values: Values
const changed = () => [...values.changed()]
const tellAll = () => {
  for (const id of changed()) values.told(id)
}
beforeEach(() => {
  values = createValues()
})

describe('the latest readings', () => {
  it('are stored with their moment', () => {
    values.put(1, 21.5, 100)
    expect(values.get(1)).toEqual({ value: 21.5, code: 200, at: 100 })
    expect(values.get(2)).toBeUndefined()
  })

  it('keep the last good value beside a fault', () => {
    values.put(1, 21.5, 100)
    values.fault(1, 1714, 200)
    values.fault(2, 1715, 200)
    expect(values.get(1)).toEqual({ value: 21.5, code: 1714, at: 200 })
    expect(values.get(2)).toEqual({ value: null, code: 1715, at: 200 })
    expect([values.size(), values.goodCount()]).toEqual([2, 0])
  })

  it('are pending when value or code changes, not when only time passes', () => {
    values.put(1, 5, 100)
    expect(changed()).toEqual([1])
    tellAll()
    values.put(1, 5, 200)
    expect(changed()).toEqual([])
    expect(values.get(1)?.at).toBe(200)
    values.fault(1, 1714, 300)
    expect(changed()).toEqual([1])
    tellAll()
    values.put(1, 5, 400)
    expect(changed()).toEqual([1])
  })

  it('merge changes that were not sent yet', () => {
    for (let value = 0; value < 100; value++) values.put(1, value, value)
    expect([changed(), values.changedCount()]).toEqual([[1], 1])
  })

  it('are all pending for a new watcher', () => {
    values.put(1, 5, 0)
    values.put(2, true, 0)
    tellAll()
    values.touchAll()
    expect(changed()).toEqual([1, 2])
  })

  it('are dropped with their signals', () => {
    values.put(1, 5, 0)
    values.put(2, 'on', 0)
    values.keepOnly(new Set([2]))
    expect([values.size(), values.get(1), changed()]).toEqual([1, undefined, [2]])
  })

  it('are passed to listeners one by one, changed or not, when they can be read', () => {
    const heard: unknown[] = []
    const ignore = values.listen((id, reading) => heard.push([id, reading, values.get(id) === reading]))
    values.put(1, 5, 0)
    values.put(1, 5, 10)
    values.fault(1, 1714, 20)
    ignore()
    values.put(1, 6, 30)
    expect(heard).toEqual([
      [1, { value: 5, code: 200, at: 0 }, true],
      [1, { value: 5, code: 200, at: 10 }, true],
      [1, { value: 5, code: 1714, at: 20 }, true],
    ])
  })
})
