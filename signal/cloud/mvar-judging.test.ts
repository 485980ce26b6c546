import { beforeEach, describe, expect, test } from 'vitest'
import { EquipmentId } from '../../contract/fields.ts'
import type { Value } from '../../core/data-type.ts'
import type { Batch } from './batch.ts'
import type { JudgedEvent } from './judging.ts'
import { type ActiveMvarAlarm, type JudgedMvar, type MvarBegin, MvarJudging } from './mvar-judging.ts'

const [intake, works, other] = [1, 2, 3].map((id) => EquipmentId.parse(id)) as [EquipmentId, EquipmentId, EquipmentId]
const [ofIntake, ofWorks] = [11, 21]
const minute = 60_000
const total: JudgedMvar = {
  ...{ id: 5, orgId: 2, since: 0, expression: `sum(\${1.${ofIntake}}, \${2.${ofWorks}})` },
  inputs: [
    { equipmentId: intake, signalId: ofIntake, gapMs: null },
    { equipmentId: works, signalId: ofWorks, gapMs: null },
  ],
  rules: [{ equipmentId: works, rule: { id: 7, raise: '${5.5} > 10', stay: '${5.5} > 8', tell: [5] } }],
}
const unknown: MvarBegin = { standing: [], turnedAt: new Map(), readings: [] }

let clock: number
let mvars: JudgedMvar[]
let begins: MvarBegin
let standing: ActiveMvarAlarm[]
let online: Map<number, number>
let live: Map<number, { value: Value; code: number; at: number }>
let told: JudgedEvent[]
let lines: string[]
let isFull: boolean
let isDown: boolean
let whileRead: () => void
let judging: MvarJudging

function start(): MvarJudging {
  const note = (_: object, line: string) => void lines.push(line)
  let drawn = 0
  return new MvarJudging({
    async rules() {
      if (isDown) throw new Error('the database is away')
      const read = { mvars, standing, online: new Map(online) }
      whileRead()
      return read
    },
    begin: async (some) => new Map(some.map(({ id }) => [id, begins])),
    live: { get: (_, signalId) => live.get(signalId) },
    happened(events) {
      if (!isFull) told.push(...events)
      return !isFull
    },
    draw: () => `a${++drawn}`,
    now: () => clock,
    log: { info: note, warn: note, error: note },
  })
}

beforeEach(async () => {
  clock = 1_000_000
  mvars = [total]
  begins = unknown
  standing = []
  online = new Map([
    [intake, 0],
    [works, 0],
  ])
  live = new Map()
  told = []
  lines = []
  isFull = false
  isDown = false
  whileRead = () => undefined
  judging = start()
  await judging.changed()
  await passing(16_000)
})

/** Advances the time second by second. */
async function passing(ms: number): Promise<void> {
  for (const end = clock + ms; clock < end; ) {
    clock += 1000
    await judging.turn()
  }
}
function says(equipmentId: EquipmentId, signalId: number, value: Value | null, { at = clock, code = 200 } = {}): void {
  judging.take({
    ...{ kind: 'live', sn: 'S', orgId: 2, equipmentId, receivedAt: clock, ids: [signalId, 999] },
    ...{ values: [value, 1], codes: [value === null ? 1714 : code, 200], times: [at, at] },
  } as Batch)
}
/** Sets the gateway of a device offline, in the store and by notification. */
function goes(equipmentId: EquipmentId): void {
  online.delete(equipmentId)
  judging.presence(equipmentId, false)
}
function comes(equipmentId: EquipmentId): void {
  online.set(equipmentId, clock)
  judging.presence(equipmentId, true)
}
const kinds = () => told.map(({ kind, alarm }) => `${kind} ${alarm}`)

describe('a rule over two devices', () => {
  test('raises at its device with the value once both are known, and clears beyond the dead band', () => {
    says(intake, ofIntake, 9)
    expect(told).toEqual([])
    says(works, ofWorks, 2)
    expect(told).toEqual([
      {
        ...{ ruleId: 7, alarm: 'a1', kind: 'raised', at: clock, values: [[5, 11]] },
        ...{ orgId: 2, equipmentId: works, bindingId: null, receivedAt: clock },
      },
    ])
    says(intake, ofIntake, 7)
    expect(kinds()).toEqual(['raised a1'])
    says(intake, ofIntake, 6)
    expect(kinds()).toEqual(['raised a1', 'cleared a1'])
  })

  test.each([
    ['bad', () => says(works, ofWorks, null)],
    ['of an offline gateway', () => goes(works)],
  ])('changes nothing while an input is %s', (_, lose) => {
    says(works, ofWorks, 2)
    lose()
    says(intake, ofIntake, 50)
    expect(told).toEqual([])
  })

  test('is evaluated again once a gateway that is back has had time to send its backlog', async () => {
    says(works, ofWorks, 2)
    goes(works)
    says(intake, ofIntake, 50)
    comes(works)
    await passing(10_000)
    expect(told).toEqual([])
    await passing(10_000)
    expect(kinds()).toEqual(['raised a1'])
  })

  test('is not evaluated earlier if the return was stored before it was reported', async () => {
    says(works, ofWorks, 2)
    goes(works)
    await judging.changed()
    online.set(works, clock)
    await judging.changed()
    comes(works)
    says(intake, ofIntake, 50)
    await passing(10_000)
    expect(told).toEqual([])
    await passing(10_000)
    expect(kinds()).toEqual(['raised a1'])
  })

  test('uses presence reported during the look-up rather than the stored one', async () => {
    says(works, ofWorks, 2)
    whileRead = () => goes(works)
    await judging.changed()
    says(intake, ofIntake, 50)
    expect(told).toEqual([])
  })

  test('ignores values from before a backlog until it is over, and then uses its last one', async () => {
    says(works, ofWorks, 2)
    says(intake, ofIntake, 3)
    const before = clock
    goes(works)
    await passing(30 * minute)
    comes(works)
    says(intake, ofIntake, 9)
    // The works were disconnected: the backlog of their gateway arrives now.
    says(works, ofWorks, 0, { at: before + minute })
    says(intake, ofIntake, 9.5)
    expect(told).toEqual([])
    says(works, ofWorks, 40, { at: before + 2 * minute })
    expect(told).toEqual([])
    await passing(20_000)
    expect(kinds()).toEqual(['raised a1'])
  })

  test('ignores a periodically stored variable once its readings are missing', async () => {
    const inputs = total.inputs.map((input) => ({ ...input, gapMs: 2.5 * minute }))
    mvars = [{ ...total, inputs }]
    await judging.changed()
    says(works, ofWorks, 2)
    await passing(2 * minute)
    says(intake, ofIntake, 9)
    expect(kinds()).toEqual(['raised a1'])
    await passing(2 * minute)
    says(intake, ofIntake, 1)
    expect(kinds()).toEqual(['raised a1'])
    says(works, ofWorks, 2)
    expect(kinds()).toEqual(['raised a1', 'cleared a1'])
  })

  test('values of another device, or of a variable in no formula, cost nothing', () => {
    expect(judging.counts()).toEqual({ mvars: 1, rules: 1, devices: 2 })
    says(other, ofIntake, 50)
    says(intake, 12, 50)
    expect(told).toEqual([])
  })
})

describe('a rate of change', () => {
  test('is calculated from the result of the formula', async () => {
    mvars = [
      { ...total, rules: [{ equipmentId: works, rule: { id: 7, rate: { signalId: 5, change: 4, overMs: minute } } }] },
    ]
    await judging.changed()
    says(intake, ofIntake, 1)
    says(works, ofWorks, 1)
    await passing(10_000)
    says(works, ofWorks, 4)
    expect(told).toEqual([])
    says(intake, ofIntake, 3)
    expect(kinds()).toEqual(['raised a1'])
    await passing(2 * minute)
    expect(kinds()).toEqual(['raised a1', 'cleared a1'])
  })
})

describe('an active alarm', () => {
  beforeEach(() => {
    says(works, ofWorks, 20)
    says(intake, ofIntake, 0)
    expect(kinds()).toEqual(['raised a1'])
  })

  test('an active alarm continues when another rule is added, or a report stores differently', async () => {
    const second = { equipmentId: intake, rule: { id: 8, raise: '${5.5} > 15' } }
    mvars = [
      { ...total, rules: [...total.rules, second], inputs: total.inputs.map((each) => ({ ...each, gapMs: minute })) },
    ]
    await judging.changed()
    expect(told.slice(1)).toMatchObject([{ kind: 'raised', ruleId: 8, equipmentId: intake }])
  })

  test('an alarm ends when its rule or its variable is deleted', async () => {
    mvars = []
    await judging.changed()
    expect(kinds()).toEqual(['raised a1', 'cleared a1'])
    says(works, ofWorks, 21)
    expect(told).toHaveLength(2)
    expect(judging.counts()).toEqual({ mvars: 0, rules: 0, devices: 0 })
  })

  test('an alarm ends when the formula changes, and the new formula raises a new one', async () => {
    live.set(ofWorks, { value: 20, code: 200, at: clock })
    mvars = [{ ...total, expression: `\${2.${ofWorks}} * 2`, inputs: [total.inputs[1]!] }]
    await judging.changed()
    expect(kinds()).toEqual(['raised a1', 'cleared a1', 'raised a2'])
  })

  test('an alarm whose events were lost is restored from the list', async () => {
    isFull = true
    says(works, ofWorks, 0)
    expect(lines).toEqual(['alarms over an intermediate variable are lost: too many wait'])
    isFull = false
    begins = { ...unknown, standing: [{ ruleId: 7, alarm: 'a1' }] }
    live.set(ofWorks, { value: 0, code: 200, at: clock }).set(ofIntake, { value: 0, code: 200, at: clock })
    await judging.changed()
    expect(kinds()).toEqual(['raised a1', 'cleared a1'])
  })
})

describe('after a start', () => {
  const begun = async () => {
    told = []
    judging = start()
    await judging.changed()
  }

  test('an active alarm continues under its id', async () => {
    const readings = [ofIntake, ofWorks].map((signalId) => ({ signalId, reading: { value: 9, code: 200, at: clock } }))
    begins = { standing: [{ ruleId: 7, alarm: 'old' }], turnedAt: new Map([[7, clock - minute]]), readings }
    await begun()
    expect(told).toEqual([])
    await passing(16_000)
    says(works, ofWorks, -5)
    expect(kinds()).toEqual(['cleared old'])
  })

  test('readings from before the end of an alarm raise none', async () => {
    const readings = [ofIntake, ofWorks].map((signalId) => ({
      signalId,
      reading: { value: 9, code: 200, at: clock - minute },
    }))
    begins = { standing: [], turnedAt: new Map([[7, clock]]), readings }
    await begun()
    await passing(60_000)
    expect(told).toEqual([])
  })

  test('an alarm of the list whose rule is not evaluated ends', async () => {
    standing = [{ orgId: 2, equipmentId: works, ruleId: 99, alarm: 'gone' }]
    await begun()
    expect(told).toMatchObject([{ kind: 'cleared', alarm: 'gone', equipmentId: works, orgId: 2 }])
  })

  test('without the database the look-up is repeated, and known rules are still evaluated', async () => {
    isDown = true
    says(works, ofWorks, 20)
    await passing(12_000)
    expect(lines.length).toBeGreaterThan(0)
    says(intake, ofIntake, 0)
    expect(kinds()).toEqual(['raised a1'])
  })
})
