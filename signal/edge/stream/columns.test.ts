import { describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addValue, emptyColumns, isFull, wireColumns } from './columns.ts'

describe('the columns of a message', () => {
  it('have times and codes only if some differ from the default', () => {
    const columns = emptyColumns()
    addValue(columns, 7, 1.5, 0, 200)
    expect(wireColumns(columns)).toEqual({ ids: [7], values: [1.5] })
    addValue(columns, 8, null, -3, 1722)
    expect(wireColumns(columns)).toEqual({ ids: [7, 8], values: [1.5, null], times: [0, -3], codes: [200, 1722] })
  })

  it('contain only values that the wire accepts', () => {
    const columns = emptyColumns()
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, 'x'.repeat(9999), true])
      addValue(columns, 1, value, 0, 200)
    expect(columns.values).toEqual([null, null, 'x'.repeat(limits.textValueLength), true])
  })

  it.each([
    ['numbers', 1.5, limits.messagePoints],
    ['the longest texts', '字'.repeat(limits.textValueLength), Math.ceil(limits.messageValueBytes / 1540)],
  ])('are full of %s, and with one more row still one message', (_, value, expected) => {
    const columns = emptyColumns()
    while (!isFull(columns)) addValue(columns, 1, value, 0, 200)
    expect(columns.ids).toHaveLength(expected)
    for (let more = 0; more < limits.columnsPerReport; more++) addValue(columns, 1, value, 0, 200)
    expect(Buffer.byteLength(JSON.stringify(columns))).toBeLessThan(limits.mqttPayloadBytes / 2)
  })

  it('are full at a given number of points', () => {
    const columns = emptyColumns()
    addValue(columns, 1, 1, 0, 200)
    expect([isFull(columns, 2), isFull(columns, 1)]).toEqual([false, true])
  })
})
