import { beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../contract/abilities.ts'
import { EquipmentId } from '../../contract/fields.ts'
import type { Up } from '../../contract/topics.ts'
import type { Value } from '../../core/data-type.ts'
import type { Batch } from './batch.ts'
import { createJudging, type JudgedEvent, type JudgedHere, type Judging, runsText } from './judging.ts'

const level = 11
const rule = { id: 7, raise: `\${5.${level}} > 4`, onMs: 2000 }
const pump = EquipmentId.parse(5)
const begun: JudgedHere = {
  ...{ orgId: 2, equipmentId: pump, bindingId: 3, boundAt: 1000, rules: [rule], since: 1000 },
  ...{ standing: [], turnedAt: new Map(), readings: [] },
}
const older = { abilities: null, configHash: null, configBindingId: null }

let clock: number
let here: Map<string, JudgedHere>
let runs: string
let loads: string[]
let told: JudgedEvent[]
let lines: string[]
let isFull: boolean
let isDown: boolean
let held: Promise<void> | undefined
let judging: Judging

function start(most?: number): Judging {
  const note = (_: object, line: string) => void lines.push(line)
  return createJudging(
    {
      async load(sn) {
        loads.push(sn)
        const found = here.get(sn)
        await held
        if (isDown) throw new Error('the database is away')
        return { runs, here: found }
      },
      all: async () => [...here.keys()],
      happened(events) {
        if (!isFull) told.push(...events)
        return !isFull
      },
      draw: () => 'a'.repeat(16),
      now: () => clock,
      log: { info: note, warn: note, error: note },
    },
    most,
  )
}

/** Look-ups wait until it is called. */
function hold(): () => void {
  let go: () => void = () => undefined
  held = new Promise((resolve) => {
    go = resolve
  })
  return () => go()
}

beforeEach(() => {
  clock = 10_000
  here = new Map([['OLD', begun]])
  runs = runsText(older)
  loads = []
  told = []
  lines = []
  isFull = false
  isDown = false
  held = undefined
  judging = start()
})

const batch = (value: Value, more: Partial<Batch> = {}): Batch =>
  ({
    ...{ kind: 'live', sn: 'OLD', orgId: 2, equipmentId: pump, receivedAt: clock },
    ...{ ids: [level], values: [value], codes: [200], times: [clock], ...more },
  }) as Batch
const hello = (more: Partial<Up['hello']> = {}) => ({ configHash: null, bindingId: null, ...more }) as Up['hello']
/** An alarm that stands, by a delay that ended. */
async function raised(): Promise<void> {
  await judging.start()
  await judging.idle()
  judging.take(batch(5))
  clock += 2000
  judging.turn()
  expect(told).toMatchObject([{ kind: 'raised', ruleId: 7, at: clock, orgId: 2, bindingId: 3, receivedAt: clock }])
}

describe('what arrives', () => {
  test('is judged, and a delay ends by the clock', raised)

  test('from a gateway that judges by itself, or of which nothing is judged here, is looked up once', async () => {
    for (let i = 0; i < 5; i += 1) {
      judging.take(batch(5, { sn: 'NEW' }))
      await judging.idle()
    }
    clock += 10_000
    judging.turn()
    expect([loads, told]).toEqual([['NEW'], []])
  })

  test('while it is looked up does not make it looked up again', async () => {
    const go = hold()
    for (let i = 0; i < 5; i += 1) judging.take(batch(5))
    go()
    await judging.idle()
    expect(loads).toEqual(['OLD'])
  })

  test('for another device, or out of an earlier binding, is not judged with its rules', async () => {
    await judging.start()
    await judging.idle()
    judging.take(batch(5, { equipmentId: EquipmentId.parse(6) }))
    judging.take(batch(5, { kind: 'record', times: [999] }))
    clock += 2000
    judging.turn()
    expect(told).toEqual([])
  })
})

describe('a change', () => {
  test('of the rules ends what stood of one that went', async () => {
    await raised()
    here.set('OLD', { ...begun, rules: [] })
    judging.changed('OLD')
    await judging.idle()
    expect(told).toMatchObject([{ kind: 'raised' }, { kind: 'cleared', at: clock }])
  })

  test('of the binding leaves what stood to the list', async () => {
    await raised()
    here.set('OLD', { ...begun, bindingId: 4 })
    judging.changed('OLD')
    await judging.idle()
    judging.take(batch(3))
    expect(told).toHaveLength(1)
  })

  test('during a look-up is looked up once more', async () => {
    const go = hold()
    judging.changed('OLD')
    here.delete('OLD')
    judging.changed('OLD')
    go()
    await judging.idle()
    expect(loads).toEqual(['OLD', 'OLD'])
    judging.take(batch(5))
    clock += 2000
    judging.turn()
    expect(told).toEqual([])
  })

  test('of what the gateway is and runs is seen by its hello, and no other hello costs a look-up', async () => {
    await raised()
    judging.hello('OLD', hello())
    judging.hello('STRANGER', hello())
    await judging.idle()
    expect(loads).toEqual(['OLD'])
    here.delete('OLD')
    judging.hello('OLD', hello({ abilities }))
    // Until it is known who judges, nobody does here.
    judging.take(batch(3))
    await judging.idle()
    expect(loads).toEqual(['OLD', 'OLD'])
    judging.take(batch(3))
    expect(told).toHaveLength(1)
  })

  test('that leaves the rules here goes on with what was read meanwhile', async () => {
    await raised()
    judging.hello('OLD', hello({ configHash: 'f'.repeat(64) }))
    judging.take(batch(3))
    expect(told).toHaveLength(1)
    here.set('OLD', { ...begun, readings: [{ signalId: level, reading: { value: 3, code: 200, at: clock } }] })
    await judging.idle()
    judging.changed('OLD')
    await judging.idle()
    expect(told.map(({ kind }) => kind)).toEqual(['raised', 'cleared'])
  })
})

describe('in need', () => {
  test('what cannot be looked up is looked up a second later', async () => {
    isDown = true
    judging.take(batch(5))
    await judging.idle()
    isDown = false
    judging.turn()
    expect(loads).toHaveLength(1)
    clock += 1000
    judging.turn()
    await judging.idle()
    judging.turn()
    await judging.idle()
    expect(loads).toHaveLength(2)
  })

  test('what is slow to look up is not looked up again meanwhile', async () => {
    isDown = true
    judging.take(batch(5))
    await judging.idle()
    isDown = false
    const go = hold()
    for (let i = 0; i < 5; i += 1) {
      clock += 1000
      judging.turn()
    }
    go()
    await judging.idle()
    expect(loads).toHaveLength(2)
  })

  test('rules go on as they were while they cannot be looked up', async () => {
    await raised()
    isDown = true
    judging.changed('OLD')
    await judging.idle()
    judging.take(batch(3))
    expect(told.map(({ kind }) => kind)).toEqual(['raised', 'cleared'])
  })

  test('what nobody takes is lost, and what stands is taken from the list again', async () => {
    await judging.start()
    await judging.idle()
    isFull = true
    judging.take(batch(5))
    clock += 2000
    judging.turn()
    expect(lines).toEqual(['alarms judged here are lost: too many wait'])
    isFull = false
    judging.take(batch(5))
    await judging.idle()
    judging.take(batch(5))
    clock += 2000
    judging.turn()
    expect(told).toHaveLength(1)
  })

  test('who was looked up longest ago goes first', async () => {
    judging = start(2)
    for (const sn of ['A', 'B', 'C', 'C', 'A']) {
      judging.take(batch(5, { sn }))
      await judging.idle()
    }
    expect(loads).toEqual(['A', 'B', 'C', 'A'])
  })
})
