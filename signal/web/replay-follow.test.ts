import { describe, expect, test } from 'vitest'
import { begin, minute, naiveReading, stage } from '../../testkit/replay-stage.ts'

describe('a replay that follows another', () => {
  const at = begin + 30 * minute

  test('shows the same time, also while that plays, and loads its own data', async () => {
    const [leader, own] = [stage(), stage()]
    leader.source.seek(at)
    const leave = own.source.follow(leader.source)
    const cell = own.source.subscribe(1)
    await leader.settle()
    await own.settle()
    expect(own.source.read()).toMatchObject({ at, wanted: null, isLoading: false })
    expect(cell.read()).toMatchObject({ value: naiveReading(1, at)!.value })
    leader.source.play(60)
    for (let i = 0; i < 120; i += 1) {
      leader.frame()
      await own.settle()
    }
    const moved = leader.source.read().at!
    expect(moved).toBeGreaterThan(at + minute)
    expect(own.source.read().at).toBe(moved)
    expect(cell.read().time).toBe(naiveReading(1, moved)!.at)
    leave()
    leader.frame()
    expect(own.source.read().at).toBe(moved)
  })

  test('jumps with it, back and forth', async () => {
    const [leader, own] = [stage(), stage()]
    own.source.follow(leader.source)
    for (const moment of [at, at - 20 * minute, at + 40 * minute, at + 41 * minute]) {
      leader.source.seek(moment)
      await leader.settle()
      await own.settle()
      expect(own.source.read()).toMatchObject({ at: moment, isLoading: false })
      expect(own.source.subscribe(2).read().time).toBe(naiveReading(2, moment)!.at)
    }
  })

  test('tries again after a fault when the other moves', async () => {
    const [leader, own] = [stage(), stage()]
    own.faults.push(new Error('gone'))
    leader.source.seek(at)
    own.source.follow(leader.source)
    await leader.settle()
    await own.settle()
    expect(own.source.read().fault).not.toBeNull()
    leader.source.seek(at + minute)
    await leader.settle()
    await own.settle()
    expect(own.source.read()).toMatchObject({ at: at + minute, fault: null })
  })
})
