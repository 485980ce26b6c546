import { describe, expect, it } from 'vitest'
import { type Change, createDemoScript } from './demo-faults.ts'
import { faultId, isProcessFault } from './waterworks/faults.ts'

function story(seed: number, hours: number) {
  const script = createDemoScript(seed)
  const told: (Change & { atS: number })[] = []
  for (let atS = 0; atS < hours * 3600; atS += 10) told.push(...script(atS).map((change) => ({ ...change, atS })))
  return told
}

describe('the faults of the demo', () => {
  it('are the same for the same seed', () => {
    expect(story(3, 12)).toEqual(story(3, 12))
    expect(story(3, 12)).not.toEqual(story(4, 12))
  })

  it('start with a quiet time, and are one at a time, each ending again', () => {
    const told = story(3, 24)
    expect(told[0]!.atS).toBeGreaterThanOrEqual(300)
    for (const [index, change] of told.entries()) {
      expect(change.act).toBe(index % 2 === 0 ? 'set' : 'clear')
      if (change.act === 'clear') expect(faultId(change.fault)).toBe(faultId(told[index - 1]!.fault))
    }
  })

  it('are three to six an hour, of many kinds', () => {
    const set = story(3, 48).filter((change) => change.act === 'set')
    expect(set.length / 48).toBeGreaterThan(2)
    expect(set.length / 48).toBeLessThan(7)
    expect(new Set(set.map((change) => change.fault.kind)).size).toBeGreaterThanOrEqual(6)
  })

  it('never interrupt a line: the demo stays reachable', () => {
    expect(story(9, 48).every((change) => isProcessFault(change.fault))).toBe(true)
  })

  it('are all reported in a late call', () => {
    expect(createDemoScript(3)(24 * 3600).length).toBeGreaterThan(50)
  })
})
