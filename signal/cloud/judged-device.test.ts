import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import { SeriesJudging } from '../judge/series-judging.ts'
import { JudgedDevice, type JudgedDeviceOptions } from './judged-device.ts'

const [level, pump] = [11, 12]
const of = (signalId: number) => `\${1.${signalId}}`
const above: GatewayRule = { id: 7, raise: `${of(level)} > 4`, tell: [level] }
const both: GatewayRule = { id: 8, raise: `${of(level)} > 4 && ${of(pump)}` }

function device(rules: readonly GatewayRule[], more: Partial<JudgedDeviceOptions> = {}, nowS = 0) {
  const told: string[] = []
  const faults: number[] = []
  let drawn = 0
  const judged = new JudgedDevice(
    {
      equipmentId: 1,
      ...{ rules, since: 0, standing: [], turnedAt: new Map(), readings: [], draw: () => String(++drawn) },
      tell: ({ ruleId, kind, alarm, at }) => told.push(`${at / 1000} ${kind} ${ruleId}/${alarm}`),
      onFault: (ruleId) => faults.push(ruleId),
      ...more,
    },
    nowS * 1000,
  )
  return { judged, told, faults }
}

/** Time of the reading and value; `arrive` adds the time of receipt. */
type Row = [atS: number, value: Value | null, signalId?: number, code?: number]
function arrive(judged: JudgedDevice, receivedS: number, ...rows: Row[]): void {
  judged.take({
    ids: rows.map(([, , id = level]) => id),
    values: rows.map(([, value]) => value),
    codes: rows.map(([, value, , code = value === null ? 1714 : 200]) => code),
    times: rows.map(([at]) => Math.round(at * 1000)),
    receivedAt: Math.round(receivedS * 1000),
  })
}
const seed = (atS: number, value: Value, signalId = level) => ({
  signalId,
  reading: { value, code: 200, at: atS * 1000 },
})

describe('an arriving reading', () => {
  test('an arriving reading raises and clears at its own time', () => {
    const { judged, told } = device([above])
    arrive(judged, 11, [10, 5])
    arrive(judged, 13, [12, 3])
    expect(told).toEqual(['10 raised 7/1', '12 cleared 7/1'])
  })

  test('readings of one message are evaluated in the order of their times', () => {
    const { judged, told } = device([above])
    arrive(judged, 20, [12, 3], [10, 5], [14, 6])
    expect(told).toEqual(['10 raised 7/1', '12 cleared 7/1', '14 raised 7/2'])
  })

  test('a reading that arrives twice, as live and as record, is evaluated once', () => {
    const { judged, told } = device([{ ...above, onMs: 5000 }])
    arrive(judged, 10, [10, 5])
    arrive(judged, 12, [12, 3])
    arrive(judged, 13, [10, 5])
    judged.pass(60_000)
    expect(told).toEqual([])
  })

  test('a bad reading keeps the alarm active', () => {
    const { judged, told } = device([above])
    arrive(judged, 10, [10, 5])
    arrive(judged, 11, [11, null])
    arrive(judged, 12, [12, 5])
    expect(told).toEqual(['10 raised 7/1'])
  })

  test('a reading with a corrected clock counts', () => {
    const { judged, told } = device([above])
    arrive(judged, 10, [10, 5, level, 1723])
    expect(told).toEqual(['10 raised 7/1'])
  })

  test('a reading ahead of its receipt counts as read at the receipt', () => {
    const { judged, told } = device([above])
    arrive(judged, 10, [200, 5])
    arrive(judged, 11, [11, 3])
    expect(told).toEqual(['10 raised 7/1', '11 cleared 7/1'])
  })

  test('a reading of a variable without a rule changes nothing', () => {
    const { judged, told } = device([above])
    arrive(judged, 10, [10, 5, 99])
    expect([told, judged.nextAt()]).toEqual([[], Number.POSITIVE_INFINITY])
  })
})

describe('a delay', () => {
  const slow = { ...above, onMs: 10_000, offMs: 5000 }

  test('ends by the clock, at its own time, although nothing arrives', () => {
    const { judged, told } = device([slow])
    arrive(judged, 10, [10, 5])
    expect(judged.nextAt()).toBe(20_000)
    judged.pass(19_999)
    expect(told).toEqual([])
    judged.pass(21_500)
    expect(told).toEqual(['20 raised 7/1'])
    arrive(judged, 30, [30, 3])
    judged.pass(35_000)
    expect(told).toEqual(['20 raised 7/1', '35 cleared 7/1'])
    expect(judged.nextAt()).toBe(Number.POSITIVE_INFINITY)
  })

  test('ends by the readings of one message, not by the last of them', () => {
    const { judged, told } = device([slow])
    arrive(judged, 40, [10, 5], [30, 3])
    expect(told).toEqual(['20 raised 7/1'])
  })
})

describe('a backlog', () => {
  test('a backlog runs in its own time, and the clock waits until it is over', () => {
    const { judged, told } = device([{ ...above, onMs: 10_000 }])
    arrive(judged, 7200, [100, 5])
    judged.pass(7_201_000)
    expect(told).toEqual([])
    arrive(judged, 7202, [105, 3], [200, 5])
    judged.pass(7_216_000)
    expect(told).toEqual([])
    judged.pass(7_217_000)
    expect(told).toEqual(['210 raised 7/1'])
  })

  test('a backlog that a newer reading has overtaken counts when it is over, as the current value', () => {
    const { judged, told } = device([above, both])
    arrive(judged, 7200, [7200, true, pump])
    arrive(judged, 7201, [100, 5])
    arrive(judged, 7202, [7202, true, pump])
    arrive(judged, 7203, [200, 3])
    judged.pass(7_217_000)
    arrive(judged, 7217, [300, 6])
    expect(told).toEqual([])
    expect(judged.nextAt()).toBe(7_232_000)
    judged.pass(7_232_000)
    expect(told).toEqual(['7232 raised 7/1', '7232 raised 8/2'])
  })

  test('a backlog of a variable that was read since has no effect', () => {
    const { judged, told } = device([above])
    arrive(judged, 7200, [7200, 3])
    arrive(judged, 7201, [100, 5])
    arrive(judged, 7202, [7202, 3])
    judged.pass(7_300_000)
    expect(told).toEqual([])
  })
})

describe('the state at the start', () => {
  test('an active alarm continues: it is not raised again, and is cleared under its id', () => {
    const standing = [{ ruleId: 7, alarm: 'old' }]
    const { judged, told } = device([above], { standing, turnedAt: new Map([[7, 50_000]]) }, 100)
    arrive(judged, 101, [101, 5])
    arrive(judged, 102, [102, 3])
    expect(told).toEqual(['102 cleared 7/old'])
  })

  test('a reading is evaluated if it is newer than the last change of the alarm', () => {
    const known = (atS: number, readAtS: number) =>
      device([above], { turnedAt: new Map([[7, atS * 1000]]), readings: [seed(readAtS, 5)] }, 100).told
    expect(known(50, 60)).toEqual(['60 raised 7/1'])
    expect(known(60, 50)).toEqual([])
  })

  test('an alarm of a deleted rule ends', () => {
    const { told } = device([], { standing: [{ ruleId: 7, alarm: 'old' }] }, 100)
    expect(told).toEqual(['100 cleared 7/old'])
  })

  test('a reading older than the rules counts from the start of the rules', () => {
    const { told } = device([above], { since: 80_000, readings: [seed(60, 5)] }, 100)
    expect(told).toEqual(['80 raised 7/1'])
  })

  test('a delay is left to readings that arrive within the next moments', () => {
    const { judged, told } = device([{ ...above, onMs: 10_000 }], { readings: [seed(50, 5)] }, 1000)
    judged.pass(1_001_000)
    arrive(judged, 1002, [55, 3])
    judged.pass(1_100_000)
    expect(told).toEqual([])
  })
})

describe('new rules', () => {
  test('end the alarms of a changed or deleted rule, and leave the others', () => {
    const second = { ...above, id: 9, offMs: 5000 }
    const { judged, told } = device([above, second])
    arrive(judged, 10, [10, 5])
    told.length = 0
    judged.apply([{ ...above, raise: `${of(level)} > 6` }, second], [], 20_000)
    expect(told).toEqual(['20 cleared 7/1'])
    arrive(judged, 21, [21, 7])
    expect(told).toEqual(['20 cleared 7/1', '21 raised 7/3'])
    judged.apply([], [], 30_000)
    expect(told.slice(2)).toEqual(['30 cleared 7/3', '30 cleared 9/2'])
  })

  test('are evaluated immediately with the current values', () => {
    const { judged, told } = device([])
    judged.apply([above], [seed(10, 5)], 20_000)
    expect(told).toEqual(['20 raised 7/1'])
  })

  test('do not stop when one of them cannot be evaluated', () => {
    const { judged, told, faults } = device([{ id: 3, raise: '1 +' }, above])
    arrive(judged, 10, [10, 5])
    expect([faults, told]).toEqual([[3], ['10 raised 7/1']])
  })
})

/** Readings of one device in order, with gaps of up to half a minute. */
const series = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 30_000 }),
    fc.constantFrom(level, pump),
    fc.option(fc.integer({ min: 0, max: 8 })),
  ),
  { maxLength: 60 },
)
const rules = fc.record({
  onMs: fc.constantFrom(0, 7000, 40_000),
  offMs: fc.constantFrom(0, 9000),
})

function told(rule: GatewayRule, steps: readonly [number, number, number | null][], lag: number, parts: number[]) {
  const { judged, told } = device([rule, { ...both, raise: `${of(level)} + ${of(pump)} > 9` }])
  const rows: Row[] = []
  let at = 0
  for (const [gap, id, value] of steps) {
    at += gap
    rows.push([at / 1000, value, id])
  }
  let arrived = lag
  for (let from = 0, part = 0; from < rows.length; part += 1) {
    const some = rows.slice(from, from + (parts[part % parts.length] ?? 1))
    arrived = Math.max(arrived, some.at(-1)![0] + lag)
    arrive(judged, arrived, ...some)
    arrive(judged, arrived, ...some.slice(0, 3))
    from += some.length
  }
  judged.pass(Math.round(arrived * 1000) + 10_000_000)
  return told
}

test('ordered readings are evaluated like a series, however they are split into messages and delayed', () => {
  const lags = fc.constantFrom(0, 1, limits.alarmBacklogMs / 1000 + 5, 7200)
  const parts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(series, rules, lags, parts, (steps, delays, lag, sizes) => {
      const rule = { ...above, ...delays }
      const expected: string[] = []
      const judging = new SeriesJudging({
        equipmentId: 1,
        rules: [rule, { ...both, raise: `${of(level)} + ${of(pump)} > 9` }],
        begin: 0,
        tell: ({ ruleId, kind, alarm, at }) => expected.push(`${at / 1000} ${kind} ${ruleId}/${alarm}`),
      })
      let at = 0
      for (const [gap, id, value] of steps) {
        at += gap
        judging.reading(id, value, value === null ? 1714 : 200, at)
      }
      judging.time(at + 10_000_000)
      fc.pre(expected.length > 0)
      expect(told(rule, steps, lag, sizes)).toEqual(expected)
    }),
  )
})

test('for readings in any order, the alarms of a rule alternate, and their times never go back', () => {
  const arrivals = fc.array(
    fc.record({
      gapS: fc.integer({ min: 0, max: 90 }),
      ageS: fc.constantFrom(0, 1, 30, 61, 600, 7200),
      id: fc.constantFrom(level, pump),
      value: fc.option(fc.integer({ min: 0, max: 8 })),
      isPass: fc.boolean(),
    }),
    { maxLength: 80 },
  )
  fc.assert(
    fc.property(arrivals, rules, (steps, delays) => {
      const { judged, told } = device([
        { ...above, ...delays },
        { ...both, raise: `${of(level)} + ${of(pump)} > 9` },
      ])
      let wall = 10_000
      for (const { gapS, ageS, id, value, isPass } of steps) {
        wall += gapS
        const before = told.length
        arrive(judged, wall, [wall - ageS, value, id])
        if (isPass) judged.pass(wall * 1000)
        for (const line of told.slice(before)) expect(Number(line.split(' ')[0])).toBeLessThanOrEqual(wall)
      }
      judged.pass(wall * 1000 + 1_000_000)
      for (const rule of [7, 8]) {
        const own = told.filter((line) => line.includes(` ${rule}/`))
        const times = own.map((line) => Number(line.split(' ')[0]))
        expect(own.map((line) => line.split(' ')[1])).toEqual(own.map((_, i) => (i % 2 === 0 ? 'raised' : 'cleared')))
        expect(times).toEqual([...times].sort((a, b) => a - b))
      }
    }),
  )
})
