import { describe, expect, it } from 'vitest'
import { samplesOf } from './sample.ts'

const kept = (columnId: number, moment: number, value: number | string | null = 1, code = 200) => ({
  ...{ columnId, value, code, moment },
})

describe('the values stored in one round', () => {
  it('are one sample per moment, in the order in which they came', () => {
    expect(samplesOf([kept(1, 5.25), kept(2, 7), kept(3, 5.25)])).toEqual([
      { moment: 5.25, ids: [1, 3], values: [1, 1] },
      { moment: 7, ids: [2], values: [1] },
    ])
    expect(samplesOf([])).toEqual([])
  })

  it('have codes if one is not good', () => {
    expect(samplesOf([kept(1, 0), kept(2, 0, null, 1714)])).toEqual([
      { moment: 0, ids: [1, 2], values: [1, null], codes: [200, 1714] },
    ])
  })
})
