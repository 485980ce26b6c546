import { beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../contract/abilities.ts'
import { EquipmentId } from '../../contract/fields.ts'
import type { Up } from '../../contract/topics.ts'
import type { Value } from '../../core/data-type.ts'
import type { Batch } from './batch.ts'
import { type DeviceToJudge, type JudgedEvent, Judging, runsText } from './judging.ts'

const level = 11
const rule = { id: 7, raise: `\${5.${level}} > 4`, onMs: 2000 }
const pump = EquipmentId.parse(5)
const begun: DeviceToJudge = {
  ...{ orgId: 2, equipmentId: pump, bindingId: 3, boundAt: 1000, rules: [rule], since: 1000 },
  ...{ standing: [], turnedAt: new Map(), readings: [] },
}
const older = { abilities: null, configHash: null, configBindingId: null }

let clock: number
let here: Map<string, DeviceToJudge>
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
  return new Judging(
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

/** Delays look-ups until the returned function is called. */
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
/** Raises an alarm after a delay. */
async function raised(): Promise<void> {
  await judging.start()
  await judging.idle()
  judging.take(batch(5))
  clock += 2000
  judging.turn()
  expect(told).toMatchObject([{ kind: 'raised', ruleId: 7, at: clock, orgId: 2, bindingId: 3, receivedAt: clock }])
}

describe('an arriving value', () => {
  test('an arriving value is evaluated, and a delay ends by the clock', raised)

  test('a value of a gateway without rules here causes one look-up', async () => {
    for (let i = 0; i < 5; i += 1) {
      judging.take(batch(5, { sn: 'NEW' }))
      await judging.idle()
    }
    clock += 10_000
    judging.turn()
    expect([loads, told]).toEqual([['NEW'], []])
  })

  test('a value during a look-up causes no second one', async () => {
    const go = hold()
    for (let i = 0; i < 5; i += 1) judging.take(batch(5))
    go()
    await judging.idle()
    expect(loads).toEqual(['OLD'])
  })

  test('a value of another device, or of an earlier binding, is not evaluated', async () => {
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
  test('a change of the rules ends the alarms of a deleted one', async () => {
    await raised()
    here.set('OLD', { ...begun, rules: [] })
    judging.changed('OLD')
    await judging.idle()
    expect(told).toMatchObject([{ kind: 'raised' }, { kind: 'cleared', at: clock }])
  })

  test('a change of the binding leaves active alarms to the list', async () => {
    await raised()
    here.set('OLD', { ...begun, bindingId: 4 })
    judging.changed('OLD')
    await judging.idle()
    judging.take(batch(3))
    expect(told).toHaveLength(1)
  })

  test('a change during a look-up causes another look-up', async () => {
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

  test('a hello with other abilities or another configuration causes a look-up, any other hello does not', async () => {
    await raised()
    judging.hello('OLD', hello())
    judging.hello('STRANGER', hello())
    await judging.idle()
    expect(loads).toEqual(['OLD'])
    here.delete('OLD')
    judging.hello('OLD', hello({ abilities }))
    // Until it is known whether the gateway or the platform evaluates the rules, the platform does not.
    judging.take(batch(3))
    await judging.idle()
    expect(loads).toEqual(['OLD', 'OLD'])
    judging.take(batch(3))
    expect(told).toHaveLength(1)
  })

  test('a change that keeps the rules here continues with the readings received meanwhile', async () => {
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

describe('in case of faults', () => {
  test('a failed look-up is repeated a second later', async () => {
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

  test('a slow look-up is not repeated meanwhile', async () => {
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

  test('rules continue unchanged while they cannot be looked up', async () => {
    await raised()
    isDown = true
    judging.changed('OLD')
    await judging.idle()
    judging.take(batch(3))
    expect(told.map(({ kind }) => kind)).toEqual(['raised', 'cleared'])
  })

  test('rejected events are lost, and active alarms are read from the list again', async () => {
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

  test('the entry looked up longest ago is dropped first', async () => {
    judging = start(2)
    for (const sn of ['A', 'B', 'C', 'C', 'A']) {
      judging.take(batch(5, { sn }))
      await judging.idle()
    }
    expect(loads).toEqual(['A', 'B', 'C', 'A'])
  })
})
