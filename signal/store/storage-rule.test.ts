// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoringWorld } from '../../testkit/storing-world.ts'

let world: StoringWorld
beforeEach(() => {
  world = new StoringWorld('2026-11-21T10:00:00.500Z')
})
afterEach(() => world.end())

const second = { every: 1, unit: 'second' } as const

describe('a reading that the device marks as uncertain', () => {
  const doubted = async (value: number) => {
    world.values.put(1, value, world.now(), 1747)
    await world.pass(0)
  }

  it('is stored with its value and its code, and so is each change of it', async () => {
    world.apply({ mode: 'change', minIntervalMs: 100 })
    const stored: unknown[] = []
    world.onStored = (value, code) => stored.push([value, code])
    await doubted(7)
    await world.pass(100)
    await doubted(8)
    expect(stored).toEqual([
      [7, 1747],
      [8, 1747],
    ])
  })

  it('is not counted in a summary', async () => {
    const columns = [{ id: 1, signalId: 1, aggregation: 'max' as const }]
    world.apply({ mode: 'interval', type: 'summary', period: second, columns })
    await world.read({ 1: 3 })
    await doubted(9)
    await world.pass(1000)
    expect(world.kept()).toEqual(['+1000 1=3'])
  })
})

describe('an interval report', () => {
  it('stores the current readings at a fixed interval from the start', async () => {
    world.apply({ mode: 'interval', period: { every: 2, unit: 'second' } })
    await world.pass(2000)
    expect(world.kept()).toEqual([])
    await world.read({ 1: true })
    await world.pass(4000)
    expect(world.kept()).toEqual(['+4000 10=true', '+6000 10=true'])
  })

  it('does not repeat intervals missed during a pause', async () => {
    world.apply({ mode: 'interval', period: second })
    await world.read({ 1: 1 })
    vi.setSystemTime(world.begin + 4700)
    await world.pass(1000)
    expect(world.kept()).toEqual(['+5000 10=1'])
  })

  it('is a summary of each interval', async () => {
    world.apply({
      mode: 'interval',
      type: 'summary',
      period: second,
      columns: [{ id: 1, signalId: 1, aggregation: 'max' }],
    })
    await world.read({ 1: 7 })
    await world.read({ 1: 3 })
    await world.pass(1000)
    await world.read({ 1: 2 })
    await world.pass(1000)
    expect(world.kept()).toEqual(['+1000 1=7', '+2000 1=2'])
  })
})

describe('a conditional report', () => {
  const over = { mode: 'conditional', condition: '${1.1} > 5', period: second, signals: [2] } as const

  it('stores immediately when the condition turns true, then every period while it holds', async () => {
    world.apply(over)
    await world.read({ 1: 1, 2: 20 })
    await world.pass(3000)
    expect(world.kept()).toEqual([])
    await world.read({ 1: 6 })
    expect(world.kept()).toEqual(['+3000 20=20'])
    await world.pass(2500)
    expect(world.kept()).toEqual(['+4000 20=20', '+5000 20=20'])
    await world.read({ 1: 5 })
    await world.pass(3000)
    expect(world.kept()).toEqual([])
    await world.read({ 1: 9 })
    expect(world.kept()).toEqual(['+8500 20=20'])
  })

  it('evaluates a block together: readings of the block that turned it true are stored', async () => {
    world.apply(over)
    await world.read({ 1: 1, 2: 20 })
    await world.read({ 1: 6, 2: 21 })
    expect(world.kept()).toEqual(['+0 20=21'])
  })

  it('stores nothing while the condition is undetermined, and continues in the same beat', async () => {
    world.apply(over)
    await world.read({ 1: 6, 2: 20 })
    expect(world.kept()).toHaveLength(1)
    await world.read({ 1: { code: 1714 } })
    await world.pass(2500)
    expect(world.kept()).toEqual([])
    await world.read({ 1: 6 })
    expect(world.kept()).toEqual([])
    await world.pass(500)
    expect(world.kept()).toEqual(['+3000 20=20'])
  })

  it.each(['1 = 1', '${1.1} > 5 or 1 = 1'])(
    'that depends on no reading (%s) holds from the start',
    async (condition) => {
      await world.read({ 2: 20 })
      world.apply({ ...over, condition })
      await world.pass(1000)
      expect(world.kept()).toEqual(['+0 20=20', '+1000 20=20'])
    },
  )

  it('without a value does not keep the box busy', async () => {
    world.apply({ ...over, condition: '1 / 0 > 1' })
    await world.pass(10_000)
    expect(world.kept()).toEqual([])
  })

  it('is undetermined if it is about another device', async () => {
    world.apply({ ...over, condition: '${7.1} > 5' })
    await world.read({ 1: 6, 2: 20 })
    await world.pass(5000)
    expect(world.kept()).toEqual([])
  })

  it('is one summary for each time it held, over readings while it was known to hold', async () => {
    const columns = [
      { id: 1, signalId: 2, aggregation: 'delta' } as const,
      { id: 2, signalId: 2, aggregation: 'max' } as const,
    ]
    world.apply({ ...over, type: 'summary', period: undefined, columns })
    await world.read({ 1: 1, 2: 100 })
    await world.read({ 2: 110 })
    await world.read({ 1: 6, 2: 115 })
    await world.pass(1000)
    await world.read({ 1: { code: 1714 }, 2: 900 })
    await world.read({ 1: 7, 2: 130 })
    await world.pass(1000)
    expect(world.kept()).toEqual([])
    await world.read({ 1: 2, 2: 500 })
    expect(world.kept()).toEqual(['+2000 1=20', '+2000 2=130'])
    await world.read({ 2: 600 })
    await world.read({ 1: 8, 2: 601 })
    await world.read({ 1: 1 })
    expect(world.kept()).toEqual(['+2000 1=1', '+2000 2=601'])
  })
})

describe('a change report', () => {
  it('stores each variable when it changed, with the time of its reading', async () => {
    world.apply({ signals: [1, 2] })
    await world.read({ 1: 1, 2: 2 })
    expect([world.kept(), world.samples]).toEqual([['+0 10=1', '+0 20=2'], 1])
    await world.pass(1500)
    await world.read({ 1: 1, 2: 3 })
    expect(world.kept()).toEqual(['+1500 20=3'])
  })

  it('stores at most once per interval, and the newest value when that ends', async () => {
    world.apply({ minIntervalMs: 2000 })
    await world.read({ 1: 1 })
    for (const value of [2, 3, 4]) {
      await world.pass(500)
      await world.read({ 1: value })
    }
    expect(world.kept()).toEqual(['+0 10=1'])
    await world.pass(5000)
    expect(world.kept()).toEqual(['+1500 10=4'])
  })

  it('stores once a second by default', async () => {
    world.apply({})
    for (let value = 0; value < 40; value++) {
      await world.read({ 1: value })
      await world.pass(100)
    }
    expect(world.kept()).toEqual(['+0 10=0', '+900 10=9', '+1900 10=19', '+2900 10=29', '+3900 10=39'])
  })

  it('counts a change of quality, and stores a bad value as null', async () => {
    world.apply({ fluctuation: 10 })
    await world.read({ 1: 50 })
    await world.pass(2000)
    await world.read({ 1: { code: 1714 } })
    await world.pass(2000)
    await world.read({ 1: { code: 1714 } })
    await world.pass(2000)
    await world.read({ 1: 51 })
    await world.pass(2000)
    await world.read({ 1: 52 })
    expect(world.kept()).toEqual(['+0 10=50', '+2000 10!1714', '+6000 10=51'])
  })

  it('with a trigger stores all variables when the trigger changed', async () => {
    world.apply({ triggerSignalId: 1, signals: [2, 3], fluctuation: 2 })
    await world.read({ 1: 10, 2: 20, 3: { code: 1714 } })
    await world.read({ 1: 12, 2: 21 })
    expect(world.kept()).toEqual([])
    await world.read({ 1: 13, 2: 22 })
    expect(world.kept()).toEqual(['+0 20=22', '+0 30!1714'])
    await world.pass(2000)
    await world.read({ 1: { code: 1714 } })
    await world.read({ 1: 13 })
    expect(world.kept()).toEqual([])
    await world.read({ 1: 16 })
    expect(world.kept()).toEqual(['+2000 20=22', '+2000 30!1714'])
  })

  it('with a trigger is a summary of the time between two of its changes', async () => {
    const columns = [{ id: 1, signalId: 2, aggregation: 'average' } as const]
    world.apply({ type: 'summary', triggerSignalId: 1, columns })
    await world.read({ 1: 1, 2: 1000 })
    await world.pass(2000)
    await world.read({ 1: 2, 2: 10 })
    expect(world.kept()).toEqual([])
    await world.read({ 2: 20 })
    await world.pass(2000)
    await world.read({ 1: 3, 2: 30 })
    expect(world.kept()).toEqual(['+4000 1=15'])
  })
})

describe('a single report', () => {
  const once = { mode: 'single', condition: '${1.1} and ${1.3} < 9', signals: [2] } as const

  it('stores once when its condition turns true', async () => {
    world.apply(once)
    await world.read({ 1: false, 2: 20, 3: 1 })
    await world.read({ 1: true })
    expect(world.kept()).toEqual(['+0 20=20'])
    await world.read({ 1: true })
    await world.read({ 1: false })
    await world.read({ 1: true, 2: 21 })
    expect(world.kept()).toEqual(['+0 20=21'])
  })

  it('stores only if the condition was known to be false before', async () => {
    world.apply(once)
    await world.read({ 1: true, 2: 20 })
    await world.read({ 3: 1 })
    expect(world.kept()).toEqual([])
    await world.read({ 1: false })
    await world.read({ 1: { code: 1714 } })
    await world.read({ 1: true })
    expect(world.kept()).toEqual(['+0 20=20'])
    await world.read({ 1: { code: 1714 } })
    await world.read({ 1: true })
    expect(world.kept()).toEqual([])
  })

  describe('with a trigger', () => {
    const fired = { mode: 'single', triggerSignalId: 1, signals: [2] } as const

    it.each<[string, unknown[], number[]]>([
      ['a switch fires when it turns on', [false, true, true, false, true], [1, 4]],
      ['a first value is where it starts from', [true, true], []],
      ['a number fires at each new value, and 0 rearms it', [0, 1, 1, 0, 1, 2], [1, 4, 5]],
      ['a long integer sent as digits too', ['0', '18446744073709551615', '0'], [1]],
      ['a text fires at each new text, and an empty one rearms it', ['A', 'A', 'B', '', 'B'], [2, 4]],
      ['a fault neither fires nor rearms', [false, { code: 1714 }, true, { code: 1714 }, true], [2]],
      ['a fault at the start is not a value', [{ code: 1714 }, true, false, true], [3]],
    ])('%s', async (_, values, fires) => {
      world.apply(fired)
      const stored: number[] = []
      for (const [index, value] of values.entries()) {
        await world.read({ 2: index, 1: value as never })
        stored.push(...world.kept().map((kept) => Number(kept.split('=')[1])))
      }
      expect(stored).toEqual(fires)
    })

    it.each<[string, unknown[], unknown[], number[]]>([
      ['stores only while the condition holds', [false, true, false, true], [1, 1, 9, 9], [3]],
      ['a condition that turns true does not fire', [true, true], [1, 9], []],
      ['an undetermined condition stores nothing', [false, true], [9, { code: 1714 }], []],
    ])('and a condition: %s', async (_, values, gate, fires) => {
      world.apply({ ...fired, condition: '${1.3} > 5' })
      const stored: number[] = []
      for (const [index, value] of values.entries()) {
        await world.read({ 2: index, 3: gate[index] as never, 1: value as never })
        stored.push(...world.kept().map((kept) => Number(kept.split('=')[1])))
      }
      expect(stored).toEqual(fires)
    })

    it('is a summary of the time since the last one', async () => {
      world.apply({ ...fired, type: 'summary', columns: [{ id: 1, signalId: 2, aggregation: 'max' }] })
      await world.read({ 1: false, 2: 1000 })
      await world.read({ 1: true, 2: 10 })
      await world.read({ 1: false, 2: 30 })
      await world.read({ 1: true, 2: 40 })
      expect(world.kept()).toEqual(['+0 1=30'])
    })
  })

  it('is a summary of the time since the last one', async () => {
    world.apply({ ...once, type: 'summary', columns: [{ id: 1, signalId: 2, aggregation: 'max' }] })
    await world.read({ 1: false, 2: 1000, 3: 1 })
    await world.read({ 1: true, 2: 10 })
    await world.read({ 1: false, 2: 30 })
    await world.read({ 1: true, 2: 40 })
    expect(world.kept()).toEqual(['+0 1=30'])
  })
})
